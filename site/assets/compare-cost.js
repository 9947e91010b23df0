"use strict";

/* What the correct code of two models costs: by problem and over all, as `evaluator/tallybench/statistics/cost.py` defines it.
 *
 * A result on a problem has `cost`, the geometric mean of its correct samples within the budget; null where it has none.
 */

/** Whether a model has a correct sample within the budget; `cost` is the mean of those that it has. */
const solves = ({ cost }) => Number.isFinite(cost) && cost > 0;

/** A's cost over B's, where both have one on a problem that counts for efficiency; else null. */
export function gapOf({ a, b, winner: wins }) {
  return wins && solves(a) && solves(b) ? a.cost / b.cost : null;
}

export const NEITHER = "not comparable"; // neither is correct, within the budget and counted

/** `A`, `B`, `tie`, NEITHER or null where the problem does not count. */
export function winner(a, b, tie) {
  if (!a.efficiency || !b.efficiency) return null;
  if (!solves(a) || !solves(b)) return solves(a) ? "A" : solves(b) ? "B" : NEITHER;
  const tolerance = Math.max(tie.relative * Math.min(a.cost, b.cost), tie.absolute * a.inputs);
  if (Math.abs(a.cost - b.cost) <= tolerance) return "tie";
  return a.cost < b.cost ? "A" : "B";
}

/** The cost ratio over the problems that both solve within the budget, as `evaluator/tallybench/statistics/cost.py` has it. */
export function costRatio(results) {
  const both = results.map((found) => ({ gap: gapOf(found), wins: found.winner })).filter(({ gap }) => gap !== null);
  const on = (wanted) => both.filter(({ wins }) => wins === wanted).length;
  const logs = both.reduce((sum, { gap }) => sum + Math.log(gap), 0);
  const found = { problems: both.length, cheaper: on("A"), dearer: on("B"), ties: on("tie") };
  return { ...found, value: both.length ? Math.exp(logs / both.length) : null, p: signTest(found.cheaper, found.dearer) };
}

/** The p of a two-sided exact sign test. */
export function signTest(fewer, more) {
  const tosses = fewer + more;
  let log = -tosses * Math.LN2; // of the chance of no heads, then of each number of them
  let tail = 0;
  for (let heads = 0; heads <= Math.min(fewer, more); heads += 1) {
    tail += Math.exp(log);
    log += Math.log((tosses - heads) / (heads + 1));
  }
  return Math.min(1, 2 * tail);
}

/** What A's correct code costs beside B's, with [ratio, low, high] where there is an interval. */
export function costInWords({ problems, cheaper, dearer, ties, value, p }, interval) {
  if (!problems) return "Cost: on no problem do both have a correct solution within the budget.";
  const percent = (ratio) => `${Math.round(100 * Math.abs(ratio - 1))} % ${ratio < 1 ? "fewer" : "more"}`;
  const over = `on the ${problems === 1 ? "problem" : `${problems} problems`} that both solve within the budget`;
  const ends = interval ? ` (95 % interval ${percent(interval[1])} to ${percent(interval[2])})` : "";
  const sides = `A is cheaper on ${cheaper}, dearer on ${dearer}, and ties on ${ties}`;
  const test = `sign test p = ${p < 0.0001 ? p.toExponential(0) : p.toLocaleString("en", { maximumSignificantDigits: 2 })}`;
  return `Cost: ${over}, A's correct code uses ${percent(value)} instructions than B's${ends}:`
    + ` ${sides} (${test}).${interval ? ` ${costVerdict(interval, cheaper, dearer)}` : ""}`;
}

/** Whether a cost ratio is more than chance: 1 is outside of its interval, and more problems are on that side. */
function costVerdict([, low, high], cheaper, dearer) {
  const clear = (high < 1 && cheaper > dearer) || (low > 1 && dearer > cheaper);
  return clear ? "More than chance explains." : "That could be chance.";
}
