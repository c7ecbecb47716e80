/** Builds elements of the page; text goes in as text, so nothing that data say can become markup. */

const SVG = "http://www.w3.org/2000/svg";

/** Returns an HTML element; `on..` attributes are listeners, `true` is an attribute without a value. */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Returns an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** Returns a button with a word on it. */
export function button(label, onclick, attributes = {}) {
  return html("button", { type: "button", onclick, ...attributes }, label);
}

/** Returns buttons of which one is chosen; `choose` is told which. */
export function choice(label, names, chosen, choose) {
  const buttons = names.map((name) =>
    button(name, () => {
      for (const each of buttons) each.setAttribute("aria-pressed", String(each.textContent === name));
      choose(name);
    }, { "aria-pressed": String(name === chosen) }),
  );
  return html("div", { class: "choice", role: "group", "aria-label": label }, ...buttons);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
