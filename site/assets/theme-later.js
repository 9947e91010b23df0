"use strict";

/* Starts the theme's script when a visitor first does something: nothing that is read needs it, it lays the page out
 * three times, and the search's index comes with it.
 *
 * Until then the theme's script stands in the page as text, marked `data-theme-script`. What began on a control of the
 * theme meanwhile (a tap on its palette, a key that opens its search) is held and done again when the script is there.
 */

const CONTROLS = ".md-header label, .md-header button, .md-search__overlay, .md-overlay";
const SEARCH_KEYS = ["f", "s", "/"]; // as the theme has them
const SIGNS = ["pointerdown", "pointermove", "touchstart", "wheel", "scroll", "keydown", "click"];

const waiting = document.querySelector("script[data-theme-script]");
const held = [];
let started = false;

function start() {
  if (started) return;
  started = true;
  const script = document.createElement("script");
  script.src = waiting.src;
  script.addEventListener("load", ready);
  script.addEventListener("error", doAgain); // the page works without it
  waiting.replaceWith(script);
}

function ready() {
  document.dispatchEvent(new Event("DOMContentLoaded")); // what the theme waits for: it has passed
  doAgain();
}

function doAgain() {
  listen(removeEventListener);
  for (const again of held) again();
}

function sign(event) {
  start();
  const { target, type, key } = event;
  const control = type === "click" && target.closest?.(CONTROLS);
  if (control) {
    event.preventDefault();
    event.stopPropagation();
    held.push(() => control.click());
  } else if (type === "keydown" && opensSearch(event)) {
    event.preventDefault();
    held.push(() => target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true })));
  }
}

function opensSearch({ target, key, altKey, ctrlKey, metaKey }) {
  const written = target.isContentEditable || target.matches?.("input, select, textarea");
  return SEARCH_KEYS.includes(key) && !altKey && !ctrlKey && !metaKey && !written;
}

function listen(how) {
  for (const name of SIGNS) how(name, sign, { capture: true, passive: name !== "click" && name !== "keydown" });
}

function fetchAhead() {
  const link = document.createElement("link");
  link.rel = "prefetch";
  link.href = waiting.src;
  document.head.append(link);
}

/** Whether the address asks for something that only the theme's script does: a search, its marks, a folded part. */
function asked() {
  const query = new URLSearchParams(location.search);
  return location.hash !== "" || query.has("q") || query.has("h");
}

if (waiting) {
  listen(addEventListener);
  if (asked()) start();
  else addEventListener("load", fetchAhead);
}
