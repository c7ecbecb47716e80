/** The page: reads the data that stand in it, and builds its parts. */

import { html } from "./dom.js";
import { Gallery } from "./gallery.js";
import { plural } from "./numbers.js";
import { plotsOf } from "./plots.js";
import { Stage } from "./stage.js";
import { instanceTable } from "./table.js";
import { themeButton } from "./theme.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { instances, runs } = data;
const isGame = data.kind === "play";
let current = null;
const stage = new Stage(html("article", { class: "stage", id: "stage", "aria-labelledby": "shown" }), runs);
const gallery = new Gallery(instances, open);

document.querySelector("header").append(heading(), themeButton());
document.querySelector("main").append(
  ...(instances.length > 1 ? [gallery.element] : []),
  stage.element,
  ...(isGame ? [] : [instanceTable(instances, openAndScroll), plots(), provenance()]));
document.querySelector("footer").append(`beta-plan ${data.version}`);
addEventListener("hashchange", () => open(wanted()));
open(wanted());
if (isGame) stage.focus();

function open(instance) {
  if (current === instance) return;
  current = instance;
  stage.show(instance, isGame ? "Play" : "Certificate");
  gallery.mark(instance);
}

function openAndScroll(instance) {
  open(instance);
  stage.element.scrollIntoView({ block: "start" });
}

/** Returns the instance that the address names, or else the first. */
function wanted() {
  const name = location.hash.slice(1);
  return instances.find((each) => [each.id, encodeURIComponent(each.id)].includes(name)) ?? instances[0];
}

function heading() {
  const run = runs.length === 1 ? runs[0] : null;
  const parts = [plural(instances.length, isGame ? "level" : "instance")];
  if (run?.search?.expanded !== undefined) parts.push(`${plural(run.search.expanded, "state")} expanded`);
  if (run?.order) parts.push(`order ${run.order}`);
  if (run?.seed !== undefined && run?.seed !== null) parts.push(`seed ${run.seed}`);
  return html("div", {}, html("h1", {}, data.title), html("p", { class: "sub" }, parts.join(" · ")));
}

function plots() {
  const drawn = runs.map((run, number) => {
    const own = instances.filter((each) => each.run === number);
    const figures = plotsOf(run, own);
    return figures.children.length ? [runs.length > 1 ? html("h3", {}, run.path || ".") : null, figures] : [];
  }).flat().filter((each) => each !== null);
  if (!drawn.length) return "";
  return html("section", { "aria-labelledby": "searches" }, html("h2", { id: "searches" }, runs.length > 1 ? "The searches" : "The search"), ...drawn);
}

function provenance() {
  const told = runs.flatMap((run) => [
    run.command ? html("pre", { tabindex: 0 }, run.command) : "",
    ...(run.notes ?? []).map((note) => html("p", { class: "note" }, note)),
    html("ul", { class: "files inline" }, ...run.files.map(({ label, href }) => html("li", {}, html("a", { href }, label)))),
  ]);
  return html("section", { "aria-labelledby": "made" }, html("h2", { id: "made" }, "How it was made"), ...told);
}
