"use strict";

/* Two models side by side: their paired difference, and their results problem by problem.
 *
 * <form class="tb-compare" data-source="../data/"> holds the lists `a` and `b` (value: a model's slug);
 * <div class="tb-compare-result" aria-live="polite"> gets the summary. The table of problems goes after it, outside
 * of the live region: a screen reader would read all of its rows aloud.
 *
 * What is fetched comes from submissions: text enters the page as text nodes only, and a link leads to this site only.
 */

import { element, enhance } from "./tables.js";

const FIGURES = new Map([["score@1", 1], ["efficient@1", 100]]); // and how many points their unit is

const form = document.querySelector("form.tb-compare");
const result = document.querySelector(".tb-compare-result");
const answers = new Map(); // what was fetched, by address
let current = ""; // the pair on the page, or on its way there
let turn = 0; // how often a pair was chosen
let problems = null; // the table of problems

/** An error whose message is for the reader. */
class Advice extends Error {}

/** The two models that the address asks for; where it names none that is listed, the first that is not the other. */
function chosenPair() {
  const slugs = [...form.elements.a.options].map((option) => option.value);
  const query = new URLSearchParams(location.search);
  const known = (name) => slugs.find((slug) => slug === query.get(name));
  const a = known("a") ?? slugs.find((slug) => slug !== known("b"));
  return [a, known("b") ?? slugs.find((slug) => slug !== a)];
}

/** A file of `data-source`, decoded. */
async function readData(path) {
  const address = new URL(path, new URL(form.dataset.source, document.baseURI)).href;
  if (!answers.has(address)) {
    const response = await fetch(address).catch(() => null);
    const read = response?.ok ? await response.json().catch(() => null) : null;
    if (read === null) {
      const why = !response ? "no answer" : response.ok ? "not JSON" : `HTTP ${response.status}`;
      const advice = location.protocol.startsWith("http")
        ? "Reload the page; if that does not help, build the site again."
        : "Browsers do not let a page read files from a disk: run python -m http.server in the site's folder,"
          + " and open http://localhost:8000/compare/.";
      throw new Advice(`The comparison needs data/${path}, which could not be read (${why}). ${advice}`);
    }
    answers.set(address, read);
  }
  return answers.get(address);
}

/** Bring the page in line with the address. */
async function show() {
  const [a, b] = chosenPair();
  const pair = `${a} ${b}`;
  if (pair === current) return; // the address changed for the sake of a table
  current = pair;
  turn += 1;
  const mine = turn;
  for (const [name, slug] of [["a", a], ["b", b]]) if (slug !== undefined) form.elements[name].value = slug;
  result.setAttribute("aria-busy", "true");
  const parts = await compared(a, b).catch((error) => {
    const unknown = "The data of these models are not what this page reads: build the whole site again.";
    const message = error instanceof Advice ? error.message : unknown;
    return { summary: [element("p", { class: "tb-error" }, message)], rows: null };
  });
  if (mine !== turn) return; // another choice came in between
  if (!parts.rows) current = ""; // the same choice may be tried again
  result.removeAttribute("aria-busy");
  result.replaceChildren(...parts.summary);
  problems?.remove();
  problems = parts.rows && element("div", { class: "tb-table", "data-table": "compare" }, parts.rows);
  if (!problems) return;
  result.after(problems);
  enhance(problems);
}

/** The summary's elements and the table of problems, for two slugs. */
async function compared(a, b) {
  if (a === undefined || b === undefined) throw new Advice("There are not two models to compare yet: submit one.");
  if (a === b) throw new Advice("Both models are the same: choose another one.");
  const file = (slug) => readData(`models/${encodeURIComponent(slug)}.json`);
  const [first, second, pairs] = await Promise.all([file(a), file(b), readData("pairs.json")]);
  const differences = differencesOf(pairs, a, b);
  const results = pairedResults(first, second);
  // The lists' names, not the files': they are cut to a length and free of characters that turn the line.
  const names = ["a", "b"].map((name) => form.elements[name].selectedOptions[0].textContent.trim());
  return { summary: summary(names, differences, results), rows: table(names, differences !== null, results) };
}

/** How far A is ahead of B, as [difference, low, high] by figure; null where the two are not comparable. */
function differencesOf(pairs, a, b) {
  const stored = new Map(Object.entries(pairs)); // a Map, since a slug is anything
  const asStored = stored.get(`${a} ${b}`);
  const found = asStored ?? stored.get(`${b} ${a}`);
  if (!found) return null;
  const turned = ([value, low, high]) => (asStored ? [value, low, high] : [-value, -high, -low]);
  return new Map([...FIGURES.keys()].filter((name) => found[name]).map((name) => [name, turned(found[name])]));
}

/** Both results on each problem that both files have: [{ problem, a, b, winner }]. */
function pairedResults(first, second) {
  const others = new Map(second.problems.map((problem) => [problem.id, problem]));
  return first.problems
    .filter(({ id }) => others.has(id))
    .map((a) => ({ problem: a, a, b: others.get(a.id), winner: winner(a, others.get(a.id), first.tie) }));
}

const counted = ({ verdict, stress, total }) => verdict === "passed" && stress === "counted" && Number.isFinite(total);

/** `A`, `B`, `tie`, `neither` (nobody is correct and counted) or null where the problem does not count. */
function winner(a, b, tie) {
  if (!a.efficiency || !b.efficiency) return null;
  if (!counted(a) || !counted(b)) return counted(a) ? "A" : counted(b) ? "B" : "neither";
  const tolerance = Math.max(tie.relative * Math.min(a.total, b.total), tie.absolute * a.inputs);
  if (Math.abs(a.total - b.total) <= tolerance) return "tie";
  return a.total < b.total ? "A" : "B";
}

function summary([a, b], differences, results) {
  const pair = element("p", { class: "tb-pair" }, element("b", {}, "A"), ` ${a}, `, element("b", {}, "B"), ` ${b}`);
  const line = (text) => element("p", {}, text);
  if (!differences) {
    const why = "These two are not comparable: one of them is a set of the benchmark's own, a claim that we have not"
      + " measured again, or was counted in another environment or over other problems. Their results stand side by"
      + " side below, without a winner.";
    return [pair, line(why)];
  }
  const count = (wanted) => results.filter(({ winner: found }) => found === wanted).length;
  const neither = count("neither");
  const counts = `Of ${results.length} problems ${results.length - count(null)} count for efficiency:`
    + ` A wins ${count("A")}, B wins ${count("B")}, ${count("tie") + neither} are ties`
    + ` (${neither} of them without a correct and counted solution).`;
  return [pair, ...[...differences].map(([name, difference]) => line(told(name, difference, [a, b]))), line(counts)];
}

/** One figure's paired difference in words. */
function told(name, [value, low, high], [a, b]) {
  const points = (difference) => {
    const text = (FIGURES.get(name) * difference).toFixed(1);
    return Number(text) === 0 ? "0.0" : text;
  };
  const [ahead, behind, by, from, to] = value < 0 ? [b, a, -value, -high, -low] : [a, b, value, low, high];
  const chance = low > 0 || high < 0 ? "That is more than chance explains." : "That could be chance.";
  const lead = Number(points(by)) === 0 ? `${a} and ${b} are level` : `${ahead} is ${points(by)} points ahead of ${behind}`;
  return `${name}: ${lead} (95 % interval: ${points(from)} to ${points(to)}). ${chance}`;
}

/** The problems' table, in the form that tables.js reads. */
function table([a, b], comparable, results) {
  const column = (attributes, text) => element("th", { scope: "col", ...attributes }, text);
  const number = (attributes, text) => column({ "data-sort": "number", class: "tb-number", ...attributes }, text);
  const heads = [
    column({ "data-key": "problem", "data-sort": "text", class: "tb-names" }, "Problem"),
    number({ "data-key": "result-a", "data-first": "ascending" }, `A: ${a}, instructions`),
    number({ "data-key": "result-b", "data-first": "ascending" }, `B: ${b}, instructions`),
  ];
  if (comparable) {
    heads.push(number({ "data-key": "ratio" }, "A / B"));
    heads.push(column({ "data-key": "wins", "data-sort": "text", "data-facet": "" }, "Wins"));
  }
  const rows = results.map(({ problem, a: first, b: second, winner: wins }) => {
    const name = `${problem.id} ${problem.entry_point}`;
    const cells = [element("th", { scope: "row" }, link(problem.url, name)), outcome(first), outcome(second)];
    if (comparable) {
      const ratio = wins && counted(first) && counted(second) && second.total > 0 ? first.total / second.total : null;
      cells.push(element("td", { "data-value": ratio ?? "", class: "tb-number" }, ratio === null ? "–" : short(ratio)));
      cells.push(element("td", {}, wins ?? "does not count"));
    }
    return element("tr", {}, ...cells);
  });
  const caption = element("caption", {}, "Problem by problem");
  const head = element("thead", {}, element("tr", {}, ...heads));
  return element("table", {}, caption, head, element("tbody", {}, ...rows));
}

/** A link within this site; plain text where the address leads elsewhere or is a script. */
function link(url, text) {
  let target = null;
  try {
    target = new URL(url, document.baseURI);
  } catch {
    // Not an address: the text alone.
  }
  return target?.origin === location.origin ? element("a", { href: target.href }, text) : text;
}

/** A cell with a total, or what stands in for it. A total over the budget is a bound: good to sort by, not to show. */
function outcome({ verdict, stress, total }) {
  const words = (text) => String(text).replace(/_/g, " ");
  const cell = (value, text) => element("td", { "data-value": value ?? "", class: "tb-number" }, text);
  if (counted({ verdict, stress, total })) return cell(total, instructions(total));
  if (verdict !== "passed") return cell(null, words(verdict));
  if (stress === "over_budget") return cell(total, "over budget");
  return cell(null, stress ? `${words(stress)} under stress` : "passed, not counted");
}

/** A count with a unit, as the other pages have it. */
function instructions(count) {
  const [unit, size] = [["G", 1e9], ["M", 1e6], ["k", 1e3]].find(([, size]) => count >= 0.9995 * size) ?? ["", 1];
  return `${short(count / size)} ${unit}`.trim();
}

/** A number with three digits, or all those before the point. */
function short(number) {
  return number.toLocaleString("en", number < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 });
}

function choose(a, b) {
  const query = new URLSearchParams(location.search);
  query.set("a", a);
  query.set("b", b);
  history.pushState(null, "", `${location.pathname}?${query}${location.hash}`);
  show();
}

if (form && result) {
  const { a, b } = form.elements;
  const swap = element("button", { type: "button", class: "tb-swap" }, "Swap");
  swap.addEventListener("click", () => choose(b.value, a.value));
  form.append(swap);
  form.addEventListener("change", () => choose(a.value, b.value));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", show);
  show();
}
