"use strict";

/* The theme puts a navigation without a name at each program, to copy it. Names tell one from another. */

let named = 0;

function nameAll() {
  for (const nav of document.querySelectorAll(".md-code__nav:not([aria-label])")) {
    named += 1;
    nav.setAttribute("aria-label", `Program ${named}`);
  }
}

nameAll();
new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
