/** Plots as SVG: how the best value grew, what the search has met, how hard the instances are. */

import { html, svg } from "./dom.js";
import { hardest, isKnown, plural, SOURCES, termsOf } from "./numbers.js";

const [WIDTH, HEIGHT] = [360, 230];
const MARGIN = { top: 22, right: 46, bottom: 36, left: 40 };

/** Returns the plots for which a run has numbers. */
export function plotsOf(run, instances) {
  const plots = [historyPlot(run), poolPlot(run, instances), seriesPlot(instances)].filter((each) => each !== null);
  return html("div", { class: "plots" }, ...plots);
}

/** The terms of the objective of the best state so far, over the states met. */
function historyPlot({ history }) {
  if (!history) return null;
  const { states, ...terms } = history;
  const end = states.at(-1);
  const x = logarithmic(1, end);
  const y = linear(0, Math.max(...Object.values(terms).flat(), 1));
  const lines = Object.entries(terms).map(([name, values], number) => {
    const kind = `line line-${number}`;
    const d = values.map((value, i) => (i ? `H${x.at(states[i])}V${y.at(value)}` : `M${x.at(states[i])} ${y.at(value)}`));
    return svg("g", {}, svg("path", { class: kind, d: `${d.join("")}H${x.at(end)}` }),
      svg("text", { class: `label ${kind}`, x: x.at(end) + 5, y: y.at(values.at(-1)) + 4 }, name));
  });
  return figure("Best so far", "values of the best state, over states met", x, y, lines, "states met", "");
}

/** h against the conflicts for a sample of what was met; the instances stand out. */
function poolPlot({ pool }, instances) {
  const [h, conflicts] = pool ? hardest(Object.keys(pool)) : [];
  if (!h || !conflicts) return null;
  const chosen = instances.map((each) => each.metrics.own ?? {}).filter((own) => h in own && conflicts in own);
  const x = linear(0, Math.max(...pool[h], ...chosen.map((own) => own[h]), 1), "x");
  const y = linear(0, Math.max(...pool[conflicts], ...chosen.map((own) => own[conflicts]), 1));
  const counts = new Map();
  pool[h].forEach((value, i) => {
    const key = `${value} ${pool[conflicts][i]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const dots = [...counts].map(([key, count]) => {
    const [across, up] = key.split(" ").map(Number);
    return svg("circle", { class: "met", cx: x.at(across), cy: y.at(up), r: Math.min(1.6 + Math.sqrt(count) * 0.6, 6) },
      svg("title", {}, `${h} ${across}, ${conflicts} ${up}: ${plural(count, "state")}`));
  });
  const marks = chosen.map((own) => svg("circle", { class: "chosen", cx: x.at(own[h]), cy: y.at(own[conflicts]), r: 4.5 },
    svg("title", {}, `instance: ${h} ${own[h]}, ${conflicts} ${own[conflicts]}`)));
  return figure("What the search met", `a sample of ${plural(pool[h].length, "state")}; instances stand out`, x, y, [...dots, ...marks], h, conflicts);
}

/** h of every instance, in the order of the directory. */
function seriesPlot(instances) {
  const [h] = hardest(termsOf(instances, SOURCES[0]));
  if (!h || instances.length < 2) return null;
  const valuesOf = (source) => instances.map((each) => each.metrics[source]?.[h]);
  const y = linear(0, Math.max(...SOURCES.flatMap(valuesOf).filter(isKnown), 1));
  const x = linear(1, instances.length, "x", true);
  const lines = [...SOURCES].reverse().flatMap((source) => {
    const points = valuesOf(source).map((value, i) => [i + 1, value]).filter(([, value]) => isKnown(value));
    if (!points.length) return [];
    const isFirst = source === SOURCES[0];
    const kind = isFirst ? "line line-0" : `line line-1 ${source}`;
    const d = points.map(([at, value], i) => `${i ? "L" : "M"}${x.at(at)} ${y.at(value)}`).join("");
    const dots = points.map(([at, value]) => svg("circle", { class: isFirst ? "point" : "point other", cx: x.at(at), cy: y.at(value), r: 2.6 },
      svg("title", {}, `${instances[at - 1].name}: ${source} ${h} ${value}`)));
    return [svg("path", { class: kind, d }), ...dots];
  });
  return figure("Hardness of the instances", `${h}: fresh in colour, own solid, best dashed`, x, y, lines, "instance", h);
}

function figure(title, caption, x, y, marks, across, up) {
  const [left, bottom] = [MARGIN.left, HEIGHT - MARGIN.bottom];
  const horizontal = y.ticks.map((tick) => svg("g", {}, svg("line", { x1: left, x2: WIDTH - MARGIN.right, y1: y.at(tick), y2: y.at(tick) }),
    svg("text", { class: "y", x: left - 7, y: y.at(tick) + 4 }, short(tick))));
  const vertical = x.ticks.map((tick) => svg("text", { class: "x", x: x.at(tick), y: bottom + 16 }, short(tick)));
  const names = [svg("text", { class: "name x", x: (left + WIDTH - MARGIN.right) / 2, y: HEIGHT - 3 }, across),
    svg("text", { class: "name", x: 2, y: 9 }, up)];
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${caption}` },
    svg("g", { class: "axis" }, ...horizontal, ...vertical, ...names), ...marks);
  return html("figure", { class: "plot" }, html("figcaption", {}, html("strong", {}, title), html("span", {}, caption)), drawing);
}

function linear(from, to, axis = "y", whole = false) {
  const rough = (to - from) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = [1, 2, 5, 10].find((factor) => factor * power >= rough) * power;
  const every = Math.max(1, Math.round(unit));
  const ticks = [];
  for (let tick = Math.ceil(from / every) * every || from; tick <= to + every / 1e6; tick += every) ticks.push(tick);
  return { ticks: whole && !ticks.includes(from) ? [from, ...ticks] : ticks, at: placed(axis, (value) => (value - from) / (to - from || 1)) };
}

function logarithmic(from, to) {
  const scale = (value) => Math.log10(value / from) / (Math.log10(to / from) || 1);
  const ticks = [];
  const stride = Math.ceil(Math.log10(to / from) / 5) || 1;
  for (let power = 0; 10 ** power <= to; power += stride) ticks.push(10 ** power);
  return { ticks, at: placed("x", scale) };
}

function placed(axis, scale) {
  const [from, to] = axis === "x" ? [MARGIN.left, WIDTH - MARGIN.right] : [HEIGHT - MARGIN.bottom, MARGIN.top];
  return (value) => Math.round(10 * (from + scale(value) * (to - from))) / 10;
}

function short(number) {
  if (number >= 1e6) return `${number / 1e6}M`;
  return number >= 1e4 ? `${number / 1e3}k` : String(Math.round(number * 100) / 100);
}
