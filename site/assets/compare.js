"use strict";

/* Two models side by side: their paired difference, and their results problem by problem.
 *
 * <form class="tb-compare" data-source="../data/"> holds the lists `a` and `b` (value: a model's slug) and a button to
 * swap them; <div class="tb-compare-result" aria-live="polite"> gets the summary, <div class="tb-compare-problems"> the
 * chart and the table of problems, outside of the live region: a screen reader would read all of its rows aloud.
 * Both have their height before they are filled, so that nothing on the page moves.
 *
 * What is fetched comes from submissions: text enters the page as text nodes only, and a link leads to this site only.
 */

import { ratioChart } from "./compare-chart.js";
import { showCode } from "./compare-code.js";
import { NEITHER, costInWords, costRatio, gapOf, winner } from "./compare-cost.js";
import { element, enhance } from "./tables.js";

const FIGURES = new Map([["score@1", 1], ["efficient@1", 100]]); // and how many points their unit is

const form = document.querySelector("form.tb-compare");
const result = document.querySelector(".tb-compare-result");
const answers = new Map(); // what was fetched, by address
let current = ""; // the pair on the page, or on its way there
let turn = 0; // how often a pair was chosen
const details = document.querySelector(".tb-compare-problems"); // the chart and the table of problems

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
  details.replaceChildren();
  if (!parts.rows) return;
  const problems = element("div", { class: "tb-table", "data-table": "compare" }, parts.rows);
  details.replaceChildren(...parts.chart, problems);
  enhance(problems);
}

/** The summary's elements and the table of problems, for two slugs. */
async function compared(a, b) {
  if (a === undefined || b === undefined) throw new Advice("There are not two models to compare yet: submit one.");
  if (a === b) throw new Advice("Both models are the same: choose another one.");
  const file = (slug) => readData(`models/${encodeURIComponent(slug)}.json`);
  const [first, second] = await Promise.all([file(a), file(b)]);
  const differences = differencesOf(first, b);
  const results = pairedResults(first, second);
  // The lists' names, not the files': they are cut to a length and free of characters that turn the line.
  const names = ["a", "b"].map((name) => form.elements[name].selectedOptions[0].textContent.trim());
  const comparable = differences !== null || inOneEnvironment(first, second);
  const compared = comparable && results.map((found) => ({ ...found, gap: gapOf(found), link: sameSite(found.problem.url) }));
  return {
    summary: summary(names, differences, comparable, results, [first, second]),
    chart: compared ? ratioChart(names, compared) : [],
    rows: table(names, comparable, results),
  };
}

/** How far A is ahead of B, as [difference, low, high] by figure; null where the two are not comparable. */
function differencesOf(first, b) {
  const found = new Map(Object.entries(first.against)).get(b); // a Map, since a slug is anything
  return found ? new Map([...FIGURES.keys()].filter((name) => found[name]).map((name) => [name, found[name]])) : null;
}

/** Whether the counts of both may be compared: those of two environments may not. */
function inOneEnvironment(first, second) {
  return typeof first.fingerprint === "string" && first.fingerprint === second.fingerprint;
}

/** Both results on each problem that both files have: [{ problem, a, b, winner }]. */
function pairedResults(first, second) {
  const others = new Map(second.problems.map((problem) => [problem.id, problem]));
  return first.problems
    .filter(({ id }) => others.has(id))
    .map((a) => ({ problem: a, a, b: others.get(a.id), winner: winner(a, others.get(a.id), first.tie) }));
}

const counted = ({ verdict, stress, total }) => verdict === "passed" && stress === "counted" && Number.isFinite(total);

function summary([a, b], differences, comparable, results, files) {
  const pair = element("p", { class: "tb-pair" }, element("b", {}, "A"), ` ${a}, `, element("b", {}, "B"), ` ${b}`);
  const line = (text) => element("p", {}, text);
  const scores = differences
    ? [...differences].map(([name, found]) => told(name, found, [a, b], files))
    : [without(files, [a, b]), whyNoInterval([a, b], comparable, files)];
  if (!comparable) return [pair, ...scores.map(line)];
  const count = (wanted) => results.filter(({ winner: found }) => found === wanted).length;
  const neither = count(NEITHER);
  const interval = new Map(Object.entries(files[0].against)).get(files[1].slug)?.cost ?? null;
  const counts = `Of ${results.length} problems ${results.length - count(null)} count for efficiency:`
    + ` A spends less on ${count("A")}, B on ${count("B")}, and ${count("tie")} ${count("tie") === 1 ? "is a tie" : "are ties"}.`
    + ` ${neither} ${neither === 1 ? "is" : "are"} not comparable: neither model has a correct and counted solution.`;
  return [pair, ...scores.map(line), line(costInWords(costRatio(results), interval)), line(counts)];
}

/** Why two models have no paired difference, and what their counts are worth beside each other. */
function whyNoInterval(names, comparable, files) {
  const told = files.flatMap(({ baseline, claim }, place) => {
    if (baseline) return [`${names[place]} is a set of the benchmark's own.`];
    return claim ? [`${names[place]} is a claim: its figures and counts are the submitter's, and not ours.`] : [];
  });
  const rest = comparable ? [] : ["There is no winner by problem either: the two were not counted in the same environment."];
  return ["There is no interval for this difference: only two ranked models have one.", ...told, ...rest].join(" ");
}

const points = (difference) => (Math.round(10 * Math.abs(difference)) / 10).toFixed(1);

/** A difference in points in words, such as `A is 4.5 points lower than B`. */
function inWords(difference, [a, b]) {
  if (points(difference) === "0.0") return `${a} and ${b} are level`;
  return `${a} is ${points(difference)} points ${difference < 0 ? "lower" : "higher"} than ${b}`;
}

/** Both values of a figure, such as `31.8 against 36.3`; nothing where one is missing. */
function bothValues(name, files) {
  const values = files.map(({ figures }) => new Map(Object.entries(figures)).get(name));
  return values.every(Number.isFinite) ? values.map((value) => (FIGURES.get(name) * value).toFixed(1)) : null;
}

/** One figure's paired difference in words. */
function told(name, found, names, files) {
  const [value, low, high] = found.map((difference) => FIGURES.get(name) * difference);
  const both = bothValues(name, files);
  const ends = [low, high].map((end) => (Math.round(10 * end) / 10 + 0).toFixed(1).replace("-", "\u2212"));
  const chance = low > 0 || high < 0 ? "More than chance explains." : "That could be chance.";
  const values = both ? `${both[0]} against ${both[1]}, ` : "";
  return `${name}: ${inWords(value, names)} (${values}95 % interval of the difference ${ends[0]} to ${ends[1]}). ${chance}`;
}

/** The score's difference of two models that have no paired one. */
function without(files, names) {
  const both = bothValues("score@1", files);
  if (!both) return "One of them has no score.";
  return `score@1: ${inWords(both[0] - both[1], names)} (${both[0]} against ${both[1]}).`;
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
    heads.push(column({ "data-key": "wins", "data-sort": "text", "data-facet": "" }, "Spends less"));
    heads.push(number({ "data-key": "gap", "aria-sort": "descending" }, "Gap"));
  }
  heads.push(column({ "data-key": "code" }, "Code"));
  const size = (found) => Math.max(gapOf(found) ?? 0, 1 / (gapOf(found) ?? Infinity));
  const rank = ({ winner: wins }) => [NEITHER, null].includes(wins) ? 0 : 1;
  const ordered = comparable ? [...results].sort((x, y) => size(y) - size(x) || rank(y) - rank(x)) : results;
  const rows = ordered.map((found) => {
    const { problem, a: first, b: second, winner: wins } = found;
    const name = `${problem.id} ${problem.entry_point}`;
    const cells = [element("th", { scope: "row" }, link(problem.url, name)), outcome(first), outcome(second)];
    if (comparable) {
      const gap = size(found);
      cells.push(element("td", {}, wins ?? "does not count"));
      cells.push(element("td", { "data-value": gap || "", class: "tb-number" }, gap ? `${short(gap)}×` : "–"));
    }
    const button = element("button", { type: "button", class: "tb-code" }, "both");
    button.setAttribute("aria-label", `Both programs for ${name}`);
    button.addEventListener("click", () => showCode(name, readData(problem.code), [[a, first], [b, second]]));
    cells.push(element("td", {}, button));
    return element("tr", {}, ...cells);
  });
  const caption = element("caption", {}, "Problem by problem");
  const head = element("thead", {}, element("tr", {}, ...heads));
  return element("table", {}, caption, head, element("tbody", {}, ...rows));
}

/** An address within this site; null where it leads elsewhere or is a script. */
function sameSite(url) {
  try {
    const target = new URL(url, document.baseURI);
    return target.origin === location.origin ? target.href : null;
  } catch {
    return null;
  }
}

function link(url, text) {
  const href = sameSite(url);
  return href ? element("a", { href }, text) : text;
}

/** A cell with a cost, or what stands in for it. A total over the budget is a bound: good to sort by, not to show. */
function outcome({ verdict, stress, total, cost }) {
  const words = (text) => String(text).replace(/_/g, " ");
  const cell = (value, text) => element("td", { "data-value": value ?? "", class: "tb-number" }, text);
  if (counted({ verdict, stress, total })) return cell(cost ?? total, instructions(cost ?? total));
  if (verdict !== "passed") return cell(null, words(verdict));
  if (stress === "over_budget") return cell(total, "over budget");
  return cell(null, stress ? `${words(stress)} under stress` : "passed, not counted");
}

/** A count with a unit, as the other pages have it. */
function instructions(count) {
  const [unit, size] = [["G", 1e9], ["M", 1e6], ["k", 1e3]].find(([, size]) => count >= 0.9995 * size) ?? ["", 1];
  return unit ? `${short(count / size)} ${unit}` : String(count);
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
  form.querySelector(".tb-swap").addEventListener("click", () => choose(b.value, a.value));
  form.addEventListener("change", () => choose(a.value, b.value));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", show);
  show();
}
