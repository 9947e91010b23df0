"use strict";

/* Two programs side by side, in a dialogue over the page. Text enters it as text nodes only. */

import { element } from "./tables.js";

let dialog = null;

/** Open the dialogue.
 *
 * name: the problem's; file: a promise of `{ solutions: { NUMBER: { code, from } } }`; sides: names and their results,
 * each with the number of its solution.
 */
export async function showCode(name, file, sides) {
  dialog?.remove();
  const close = element("button", { type: "button", class: "tb-reset" }, "Close");
  const columns = element("div", { class: "tb-beside" }, element("p", {}, "Reading …"));
  const bar = element("div", { class: "tb-controls" }, element("strong", {}, name), close);
  dialog = element("dialog", { class: "tb-dialog", "aria-label": name }, element("div", { class: "md-typeset" }, bar, columns));
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  const solutions = await file.then((read) => new Map(Object.entries(read.solutions)), (error) => error);
  if (solutions instanceof Error) return columns.replaceChildren(element("p", { class: "tb-error" }, solutions.message));
  columns.replaceChildren(...sides.map(([model, result]) => side(model, solutions.get(String(result.solution)))));
}

function side(model, solution) {
  const parts = [element("p", { class: "tb-sample" }, element("strong", {}, model))];
  if (solution?.from) parts.push(element("p", { class: "tb-sample" }, solution.from));
  if (solution?.code) parts.push(element("pre", { tabindex: "0" }, element("code", {}, solution.code)));
  else parts.push(element("p", {}, "Its code is not shown here."));
  return element("div", {}, ...parts);
}
