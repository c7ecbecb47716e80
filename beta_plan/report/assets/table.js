/** The table of all instances, sorted by the column that is asked for. */

import { button, choice, html } from "./dom.js";
import { isKnown, shown, SOURCES, termsOf } from "./numbers.js";

/** Returns the table; a click on a name opens the instance. */
export function instanceTable(instances, open) {
  const known = SOURCES.filter((each) => termsOf(instances, each).length);
  let source = known[0];
  let sorted = { column: null, down: true };
  const table = html("table", { class: "numbers" });
  const draw = () => {
    const columns = columnsOf(instances, source);
    const key = columns.find((column) => column.name === sorted.column);
    const rows = key ? [...instances].sort((a, b) => compared(key.value(a), key.value(b), sorted.down)) : instances;
    const heads = columns.map((column) => headCell(column, sorted, (next) => {
      sorted = next;
      draw();
      [...table.querySelectorAll("th button")].find((each) => each.textContent === next.column)?.focus();
    }));
    table.replaceChildren(
      html("thead", {}, html("tr", {}, ...heads)),
      html("tbody", {}, ...rows.map((each) => bodyRow(each, columns, open))));
  };
  draw();
  return html("section", { "aria-labelledby": "all" },
    html("div", { class: "heading" }, html("h2", { id: "all" }, "All numbers"),
      known.length > 1 ? choice("Pattern databases", known, source, (name) => { source = name; draw(); }) : null),
    html("div", { class: "scroll", tabindex: 0, role: "region", "aria-labelledby": "all" }, table),
    html("p", { class: "note" }, "h^PDBk and the conflicts kC: ", html("em", {}, "own"), " by the pattern databases that guided the search, ",
      html("em", {}, "fresh"), " by others drawn anew, ", html("em", {}, "best"), " by the best partitions found."));
}

function columnsOf(instances, source) {
  const groups = instances.some((each) => each.group) ? [{ name: "set", value: (each) => each.group, isText: true }] : [];
  const levels = instances.every((each) => each.level);
  return [
    { name: "instance", value: (each) => each.name, isText: true },
    ...groups,
    { name: levels ? "moves" : "steps", value: (each) => each.metrics.plan_length },
    { name: levels ? "pushes" : "cost", value: (each) => each.metrics.plan_cost },
    ...termsOf(instances, source).map((name) => ({ name, value: (each) => each.metrics[source]?.[name] })),
  ];
}

function headCell(column, sorted, sort) {
  const isSorted = sorted.column === column.name;
  const down = isSorted ? !sorted.down : !column.isText;
  const state = isSorted ? (sorted.down ? "descending" : "ascending") : "none";
  return html("th", { scope: "col", "aria-sort": state, class: column.isText ? "text" : null },
    button(column.name, () => sort({ column: column.name, down })));
}

function bodyRow(instance, columns, open) {
  const link = html("a", { href: `#${encodeURIComponent(instance.id)}`, onclick: () => open(instance) }, instance.name);
  return html("tr", {}, html("th", { scope: "row", class: "text" }, link),
    ...columns.slice(1).map((column) => html("td", { class: column.isText ? "text" : null }, shown(column.value(instance)))));
}

/** Compares numbers as numbers and names by the numbers in them; what is missing comes last either way. */
function compared(a, b, down) {
  if (!isKnown(a) || !isKnown(b)) return Number(isKnown(b)) - Number(isKnown(a));
  const order = typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
  return down ? -order : order;
}
