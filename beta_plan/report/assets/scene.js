/**
 * Pictures of instances that are no boards, drawn by beta-plan, and their animation.
 *
 * A picture is made of groups with keys; a step of a plan tells what changes: where a group is, what is in it, which
 * ones come and go. From that every frame is computed once, so that the slider can jump to any of them.
 */

import { html, svg } from "./dom.js";
import { Player } from "./player.js";

/** Returns the first picture of an animation, as a part of the page; its styles are in the page's style sheet. */
export function firstPicture(animation) {
  const picture = parsed(animation.svg);
  for (const name of ["width", "height"]) picture.removeAttribute(name);
  return picture;
}

/** Returns the animation of a plan, and its player. */
export function scenePlayer(animation) {
  const picture = firstPicture(animation);
  const frames = framesOf(picture, animation.steps);
  const drawn = new Map(groupsOf(picture).map((group) => [group.dataset.key, { group, content: frames[0].get(group.dataset.key).content }]));
  picture.classList.add("scene");
  const player = new Player({
    last: animation.steps.length,
    show: (number) => draw(picture, drawn, frames[number]),
    caption: (number) => html("code", {}, number ? animation.steps[number - 1].action : "initial state"),
  });
  return { element: html("div", { class: "field" }, picture), player };
}

/** Returns for every frame, by the keys of its groups in their order, where they are and what is in them. */
function framesOf(picture, steps) {
  const frames = [new Map(groupsOf(picture).map((group) => [group.dataset.key, stated(group)]))];
  for (const step of steps) {
    const next = new Map(frames.at(-1));
    for (const key of step.gone ?? []) next.delete(key);
    for (const [key, change] of Object.entries(step.changed)) next.set(key, changed(next.get(key), change));
    frames.push(step.order ? new Map(step.order.map((key) => [key, next.get(key)])) : next);
  }
  return frames;
}

function changed(before, { x, y, inner, svg: whole }) {
  if (whole !== undefined) return stated(parsedInside(whole).firstElementChild);
  return { ...before, ...(x === undefined ? {} : { x, y }), ...(inner === undefined ? {} : { content: parsedInside(inner) }) };
}

function stated(group) {
  const [x, y] = (group.getAttribute("transform")?.match(/-?[\d.]+/g) ?? [0, 0]).map(Number);
  return { x, y, role: group.dataset.role ?? "", content: group.cloneNode(true) };
}

/** Draws a frame; a group that stays is moved only where its order changes, so that it can glide to its place. */
function draw(picture, drawn, frame) {
  for (const [key, { group }] of drawn) {
    if (frame.has(key)) continue;
    group.remove();
    drawn.delete(key);
  }
  let previous = null;
  for (const [key, { x, y, role, content }] of frame) {
    const is = drawn.get(key) ?? { group: svg("g", { "data-key": key, "data-role": role }), content: null };
    if (is.content !== content) is.group.replaceChildren(...content.cloneNode(true).childNodes);
    is.content = content;
    is.group.removeAttribute("transform");
    is.group.style.transform = `translate(${x}px, ${y}px)`;
    const here = previous ? previous.nextElementSibling : groupsOf(picture)[0];
    if (here !== is.group) picture.insertBefore(is.group, here ?? null);
    drawn.set(key, is);
    previous = is.group;
  }
}

function groupsOf(picture) {
  return [...picture.children].filter((child) => child.dataset.key);
}

function parsedInside(text) {
  return parsed(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`);
}

/** Reads SVG; nothing in it can run: the page's policy allows no script but the page's own. */
function parsed(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}
