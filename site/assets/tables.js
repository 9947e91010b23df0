"use strict";

/* Tables that can be sorted, filtered and shared. Without this file a table is whole and readable.
 *
 * <div class="tb-table" data-table="NAME"> holds one table with one line of heads:
 *   th data-key          the column's short name, as it stands in the address (not `sort`, `find`, `q` or `cols`;
 *                        `q` is the theme's search)
 *      data-sort         `number` (by a cell's data-value) or `text`; absent: the column is not sorted
 *      data-first        `ascending`: the first click on a number column sorts so, else descending
 *      data-facet        the column gets a list to choose from (a cell's data-facet-value, else its text)
 *      data-optional     `shown` or `hidden`: may be picked off or on
 *   tbody                sorted within itself; the bodies keep their order
 *
 * The data come from submissions: text enters the page as text nodes only.
 */

const LONGEST_FILTER = 200;
const LEAST_FILTERED = 5; // rows: as templates/macros.html has it; fewer are not to be filtered
const TYPING_PAUSE = 200; // ms; browsers refuse to rewrite the address more than about 100 times in 30 s

// Its keys go without a prefix. A table that a script adds later is never the first, or keys would change their owner.
const firstTable = document.querySelector(".tb-table");
const byReading = new Intl.Collator("en", { numeric: true }).compare; // one language, so that all see the same order

/** An element with attributes and children; strings become text nodes. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const clean = (text) => text.replace(/\s+/g, " ").trim();
const folded = (text) => clean(text.normalize("NFKC").toLowerCase());
const nextSort = ({ key, start }, now) => {
  if (now?.key !== key) return { key, direction: start };
  return { key, direction: now.direction === "ascending" ? "descending" : "ascending" };
};

/** Give the table in `container`, which must be in the document, its controls. A second call does nothing. */
export function enhance(container) {
  const table = container.querySelector("table");
  if (!table?.tHead || container.classList.contains("tb-enhanced")) return;
  container.classList.add("tb-enhanced");
  table.classList.add("tb-rows"); // Material wraps tables without a class in a scrolling box of its own

  const view = { prefix: container === firstTable ? "" : `${container.dataset.table}.`, ...read(table) };
  let state = stateOf(view, location.search);
  let timer = 0;

  const write = (how) => {
    clearTimeout(timer);
    const address = addressOf(view, state);
    if (!container.isConnected || address === location.pathname + location.search + location.hash) return;
    try {
      history[how](history.state, "", address);
    } catch {
      // From a file, or too often: the view holds, it is only not in the address.
    }
  };
  const change = (part, typing = false) => {
    state = { ...state, ...part };
    container.classList.add("tb-changed");
    show();
    if (!typing) return write("pushState");
    clearTimeout(timer);
    timer = setTimeout(write, TYPING_PAUSE, "replaceState");
  };
  const controls = makeControls(view, change, () => write("replaceState"));
  const show = () => {
    controls.show(state, showRows(view, state));
    for (const { key, index } of view.optional) {
      for (const { cells } of view.rows) if (cells[index]) cells[index].hidden = state.hidden.has(key);
    }
  };
  for (const column of view.columns.values()) {
    if (!column.type) continue;
    const button = element("button", { type: "button", class: "tb-sort" }, ...column.th.childNodes);
    button.addEventListener("click", () => change({ sort: nextSort(column, state.sort ?? view.rendered) }));
    column.th.append(button);
  }
  container.querySelector(".tb-controls--to-be")?.remove();
  if (view.many) container.prepend(controls.bar);
  const box = table.closest(".tb-scroll") ?? element("div", { class: "tb-scroll" });
  if (!box.isConnected) {
    (table.closest(".md-typeset__scrollwrap") ?? table).replaceWith(box);
    box.append(table);
  }
  letKeyboardScroll(box, container.dataset.table);
  show();
  const folds = container.closest("details");
  if (folds && addressOf(view, state) !== addressOf(view, emptyState(view))) folds.open = true; // a shared view is seen
  addEventListener("popstate", function back() {
    if (!container.isConnected) return removeEventListener("popstate", back);
    clearTimeout(timer);
    state = stateOf(view, location.search);
    show();
  });
}

/** What the table holds, read once: filtering a thousand rows must not read the document again. */
function read(table) {
  const rows = [...table.rows];
  const many = rows.length - 1 >= LEAST_FILTERED;
  const columns = new Map(); // a Map, since a key from the address may be `constructor`
  for (const th of table.tHead.querySelectorAll("th[data-key]")) {
    const { key, sort, first, optional } = th.dataset;
    const type = ["number", "text"].includes(sort) ? sort : null;
    const start = type === "number" && first !== "ascending" ? "descending" : "ascending";
    const column = { key, th, type, start, optional, index: th.cellIndex, label: clean(th.textContent) };
    columns.set(key, { ...column, facet: many && "facet" in th.dataset ? new Set() : null });
  }
  const facets = [...columns.values()].filter((column) => column.facet);
  const bodies = [...table.tBodies].map((body) => ({
    body,
    rows: [...body.rows].map((tr) => {
      const row = { tr, facets: new Map(), text: folded([...tr.cells].map((td) => td.textContent).join(" ")) };
      for (const { key, index, facet } of facets) {
        const td = tr.cells[index];
        const value = clean(td?.dataset.facetValue ?? td?.textContent ?? "");
        row.facets.set(key, value);
        if (value) facet.add(value);
      }
      return row;
    }),
  }));
  const sorted = table.tHead.querySelector("th[data-key]:is([aria-sort=ascending], [aria-sort=descending])");
  const rendered = sorted && { key: sorted.dataset.key, direction: sorted.getAttribute("aria-sort") };
  const optional = [...columns.values()].filter((column) => column.optional);
  return { columns, optional, bodies, rendered, rows, many, order: "" };
}

const emptyState = (view) => ({
  find: "",
  sort: null, // null: the order of the page as it came
  facets: new Map(),
  hidden: new Set(view.optional.filter(({ optional }) => optional === "hidden").map(({ key }) => key)),
});

/** The state that an address asks for. Whatever is not of this table is left out, not an error. */
function stateOf(view, search) {
  const query = new URLSearchParams(search);
  const state = emptyState(view);
  const value = (name) => query.get(view.prefix + name) ?? "";
  if (view.many) state.find = value("find").slice(0, LONGEST_FILTER);
  const [, key, short] = /^(.+)\.(asc|desc)$/.exec(value("sort")) ?? [];
  if (view.columns.get(key)?.type) state.sort = { key, direction: `${short}ending` };
  for (const column of view.columns.values()) {
    const chosen = value(column.key);
    if (column.facet?.has(chosen)) state.facets.set(column.key, chosen);
  }
  for (const pick of value("cols").split(",")) {
    const name = pick.slice(1);
    if (!view.columns.get(name)?.optional) continue;
    if (pick.startsWith("-")) state.hidden.add(name);
    else if (/^[+ ]/.test(pick)) state.hidden.delete(name); // a bare + in a query means a space
  }
  return state;
}

/** The address of this page with the table's state in it; keys that are not the table's stay as they are. */
function addressOf(view, state) {
  const query = new URLSearchParams(location.search);
  const set = (name, value) => (value ? query.set(view.prefix + name, value) : query.delete(view.prefix + name));
  set("find", state.find);
  set("sort", state.sort && `${state.sort.key}.${state.sort.direction.slice(0, -"ending".length)}`);
  for (const { key, facet } of view.columns.values()) if (facet) set(key, state.facets.get(key));
  query.delete(`${view.prefix}cols`);
  const usual = emptyState(view).hidden;
  const picks = view.optional
    .filter(({ key }) => state.hidden.has(key) !== usual.has(key))
    .map(({ key }) => (usual.has(key) ? "+" : "-") + encodeURIComponent(key));
  // By hand, so that a shared address reads `cols=-date,+n`.
  const cols = picks.length ? `${encodeURIComponent(view.prefix)}cols=${picks.join(",")}` : "";
  const search = [query.toString(), cols].filter(Boolean).join("&");
  return location.pathname + (search && `?${search}`) + location.hash;
}

/** Sort and filter; returns the counts for the reader. */
function showRows(view, { find, sort, facets }) {
  const words = folded(find).split(" ").filter(Boolean);
  const wanted = [...facets];
  const order = sort ? `${sort.key}.${sort.direction}` : "";
  let shown = 0;
  let all = 0;
  for (const { body, rows } of view.bodies) {
    // Typing does not move rows: only a new order does.
    if (order !== view.order) body.append(...(sort ? sortedRows(view, rows, sort) : rows).map(({ tr }) => tr));
    for (const row of rows) {
      const fits = words.every((word) => row.text.includes(word))
        && wanted.every(([key, value]) => row.facets.get(key) === value);
      row.tr.hidden = !fits;
      shown += fits;
      all += 1;
    }
  }
  view.order = order;
  const now = sort ?? view.rendered;
  for (const { key, th } of view.columns.values()) {
    if (now?.key === key) th.setAttribute("aria-sort", now.direction);
    else th.removeAttribute("aria-sort");
  }
  return { shown, all };
}

/** The rows in a column's order; equal ones in the order of the page, empty ones last in both directions. */
function sortedRows(view, rows, { key, direction }) {
  const { index, type } = view.columns.get(key);
  const value = ({ cells }) => {
    const text = cells[index]?.dataset.value ?? cells[index]?.textContent ?? "";
    const number = text.trim() ? Number(text) : NaN;
    return type === "text" ? clean(text) || null : Number.isNaN(number) ? null : number;
  };
  const compare = type === "text" ? byReading : (a, b) => (a < b ? -1 : Number(a > b));
  const sign = direction === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: value(row.tr) }));
  const full = keyed.filter(({ value: found }) => found !== null).sort((a, b) => sign * compare(a.value, b.value));
  return [...full, ...keyed.filter(({ value: found }) => found === null)].map(({ row }) => row);
}

/** The bar above the table: `bar` is the element, `show` brings it in line with a state. */
function makeControls(view, change, settle) {
  const status = element("p", { class: "tb-status", "aria-live": "polite" });
  const search = element("input", { type: "search", maxlength: LONGEST_FILTER, autocomplete: "off" });
  search.addEventListener("input", () => change({ find: search.value }, true));
  search.addEventListener("change", settle);
  const bar = element("div", { class: "tb-controls" }, element("label", {}, "Filter ", search));
  const choices = element("div", { class: "tb-choices" });

  const selects = new Map();
  const boxes = new Map();
  for (const { key, label, facet, optional } of view.columns.values()) {
    if (facet) {
      const options = [...facet].sort(byReading).map((value) => element("option", { value }, value));
      const any = element("option", { value: "" }, "any");
      const select = element("select", { autocomplete: "off" }, any, ...options);
      select.addEventListener("change", () => {
        const chosen = [...selects].map(([name, select]) => [name, select.value]);
        change({ facets: new Map(chosen.filter(([, value]) => value)) });
      });
      selects.set(key, select);
      bar.append(element("label", {}, `${label} `, select));
    }
    if (optional) {
      const box = element("input", { type: "checkbox", autocomplete: "off" });
      box.addEventListener("change", () => {
        change({ hidden: new Set([...boxes].filter(([, box]) => !box.checked).map(([name]) => name)) });
      });
      boxes.set(key, box);
      choices.append(element("label", {}, box, ` ${label}`));
    }
  }
  if (boxes.size) bar.append(element("details", { class: "tb-picks" }, element("summary", {}, "Columns"), choices));

  const reset = element("button", { type: "button", class: "tb-reset" }, "Reset");
  reset.addEventListener("click", () => change(emptyState(view)));

  const share = element("button", { type: "button", class: "tb-share" }, "Copy link");
  share.addEventListener("click", async () => {
    settle();
    status.textContent = await copied(location.href) ? "The link to this view is copied." : "Copy the browser's address.";
  });

  bar.append(reset, share, status);

  const show = (state, { shown, all }) => {
    if (search.value !== state.find) search.value = state.find; // an equal value would move the cursor
    for (const [key, select] of selects) select.value = state.facets.get(key) ?? "";
    for (const [key, box] of boxes) box.checked = !state.hidden.has(key);
    status.textContent = `${shown} of ${all} rows`;
  };
  return { bar, show };
}

/** Whether a text could be put on the clipboard. Browsers offer it to pages of `https` and of this machine only. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Where a box scrolls sideways, let the keyboard reach it and a screen reader name it. */
function letKeyboardScroll(box, name) {
  const table = box.querySelector("table");
  if (!table) return;
  const label = table.caption?.textContent ?? name ?? table.querySelector("th")?.textContent ?? "";
  // What the page calls it tells it from others whose first column has the same name.
  const called = box.getAttribute("aria-label") ?? `Table: ${clean(label)}`;
  const attributes = { tabindex: "0", role: "region", "aria-label": called };
  const watch = new ResizeObserver(() => {
    const over = box.scrollWidth > box.clientWidth;
    box.classList.toggle("tb-fits", !over && box.clientWidth > 0);
    for (const [key, value] of Object.entries(attributes)) {
      if (over) box.setAttribute(key, value);
      else box.removeAttribute(key);
    }
  });
  watch.observe(box);
  watch.observe(table);
}

for (const box of document.querySelectorAll(".tb-scroll:not(.tb-table *)")) letKeyboardScroll(box);
document.querySelectorAll(".tb-table").forEach(enhance);
