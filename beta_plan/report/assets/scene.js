/** Pictures of instances that are no boards, drawn by beta-plan, and their animation. */

import { html } from "./dom.js";
import { Player } from "./player.js";

/** Returns the picture of an instance, as a part of the page; its styles are in the page's style sheet. */
export function pictureOf(instance) {
  const parsed = new DOMParser().parseFromString(instance.picture ?? "", "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return html("p", { class: "note" }, "There is no picture of this instance.");
  for (const element of parsed.querySelectorAll("style, script")) element.remove();
  for (const name of ["width", "height"]) parsed.removeAttribute(name);
  return document.importNode(parsed, true);
}

/** Returns the animation of a plan, and its player. */
export function scenePlayer() {
  return { element: html("div"), player: new Player({ last: 0, show: () => {}, caption: () => "" }) };
}
