/** All instances as small pictures, each a button that puts it on the stage. */

import { Board } from "./board.js";
import { html } from "./dom.js";
import { readLevel } from "./rules.js";
import { firstPicture } from "./scene.js";

/** Shows the instances by their sets; `open` is told which one is wanted. */
export class Gallery {
  constructor(instances, open) {
    this.links = new Map(instances.map((each) => [each.id, this.#link(each, open)]));
    const groups = [...new Set(instances.map((each) => each.group))];
    this.element = html("nav", { class: "gallery", "aria-label": "Instances" }, ...groups.flatMap((group) => [
      group ? html("h3", {}, group) : null,
      html("ol", {}, ...instances.filter((each) => each.group === group).map((each) => html("li", {}, this.links.get(each.id)))),
    ]));
  }

  /** Marks the instance that is on the stage. */
  mark(instance) {
    for (const [id, link] of this.links) {
      if (id === instance.id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    this.links.get(instance.id).parentElement.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  #link(instance, open) {
    const link = html("a", { href: `#${encodeURIComponent(instance.id)}`, onclick: () => open(instance) },
      html("span", { class: "small", "aria-hidden": "true" }), html("span", { class: "name" }, instance.title || instance.name));
    const watcher = new IntersectionObserver(([seen]) => {
      if (!seen.isIntersecting) return;
      watcher.disconnect();
      link.firstChild.append(smallPicture(instance));
    }, { rootMargin: "300px" });
    watcher.observe(link);
    return link;
  }
}

function smallPicture(instance) {
  if (instance.animation) return firstPicture(instance.animation);
  if (!instance.level) return "?";
  const { maze, start } = readLevel(instance.level.rows);
  return new Board(maze, start).element;
}
