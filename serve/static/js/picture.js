// Downloads a board as an SVG file, with the properties of the style sheet as attributes.
import { save } from "./dom.js";

const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "text-anchor", "display"];

/** Downloads a picture. @param {SVGElement} picture @param {string} name of the file */
export function download(picture, name) {
  const copy = picture.cloneNode(true), to = copy.querySelectorAll("*");
  picture.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of kept) to[i].setAttribute(property, style.getPropertyValue(property));
    to[i].removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "sans-serif");
  save(name, "image/svg+xml", copy.outerHTML);
}
