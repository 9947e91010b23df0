"use strict";

/* The chart of a comparison: by problem, how many times A's instructions are B's. Text enters it as text nodes only. */

import { element } from "./tables.js";

const SPACE = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, LEFT, TOP, BOTTOM] = [720, 280, 46, 14, 26];
const COLOURS = { A: "accent", B: "slow", tie: "muted" };

function draw(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A mark of its own shape for whom a problem speaks for: a circle for A, a diamond for B, a bar for a tie. */
function mark(wins, x, y) {
  const paint = { fill: `var(--tb-${COLOURS[wins]})` };
  if (wins === "A") return draw("circle", { cx: x, cy: y, r: 4, ...paint });
  if (wins === "B") return draw("path", { d: `M${x} ${y - 5}l5 5l-5 5l-5 -5z`, ...paint });
  return draw("rect", { x: x - 4, y: y - 1.5, width: 8, height: 3, ...paint });
}

/** The figure for the problems on which both have a count; nothing where there is none. */
export function ratioChart([a, b], results) {
  const found = results.filter(({ gap }) => gap !== null).sort((one, other) => one.gap - other.gap);
  if (!found.length) return [];
  const [low, high] = [Math.min(found[0].gap, 0.7) / 1.1, Math.max(found.at(-1).gap, 1.4) * 1.1];
  const up = (gap) => TOP + (Math.log(high / gap) / Math.log(high / low)) * (HIGH - TOP - BOTTOM);
  const across = (place) => LEFT + ((place + 0.5) / found.length) * (WIDE - LEFT - 8);
  const label = `A's instructions as a multiple of B's on ${found.length} problems, sorted; the table has the figures`;
  const chart = draw("svg", { class: "tb-chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group", "aria-label": label });
  for (const tick of [0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100].filter((one) => low <= one && one <= high)) {
    const stroke = tick === 1 ? "var(--tb-muted)" : "var(--tb-grid)";
    chart.append(
      draw("line", { x1: LEFT, x2: WIDE, y1: up(tick), y2: up(tick), stroke }),
      draw("text", { x: LEFT - 6, y: up(tick) + 4, "text-anchor": "end", fill: "var(--tb-muted)" }, `${tick}×`),
    );
  }
  Object.entries({ A: "A spends less", B: "B spends less", tie: "tie" }).forEach(([wins, words], place) => {
    const said = `${words}: ${found.filter(({ winner }) => winner === wins).length}`;
    const x = LEFT + 10 + 150 * place;
    chart.append(mark(wins, x, HIGH - 10), draw("text", { x: x + 10, y: HIGH - 6, fill: "var(--tb-muted)" }, said));
  });
  found.forEach(({ problem, gap, winner, link }, place) => {
    const title = `${problem.id} ${problem.entry_point}: A spends ${gap.toPrecision(3)} times what B spends`;
    const point = mark(winner, across(place), up(gap));
    const attributes = link ? { href: link, "aria-label": title } : {};
    chart.append(draw(link ? "a" : "g", attributes, draw("title", {}, title), point));
  });
  const caption = `Each mark is a problem that both solve: ${a}'s instructions as a multiple of ${b}'s. Below 1× ${a} spends less.`;
  const box = element("div", { class: "tb-scroll" }, chart);
  return [element("figure", { class: "tb-figure tb-figure--wide" }, box, element("figcaption", {}, caption))];
}
