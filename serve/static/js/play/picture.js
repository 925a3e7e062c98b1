// Saves a board as a picture of its own: what the style sheet says is written into it.

const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "text-anchor", "display"];

/** @param {SVGElement} picture @param {string} name */
export function download(picture, name) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  const from = picture.querySelectorAll("*"), to = copy.querySelectorAll("*");
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of kept) to[i].setAttribute(property, style.getPropertyValue(property));
    to[i].removeAttribute("class");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "sans-serif");
  const link = document.createElement("a");
  link.href = "data:image/svg+xml," + encodeURIComponent(copy.outerHTML);
  link.download = name;
  link.click();
}

/**
 * Copies the address at which a table of this position begins, and says so.
 * @param {{ position: string, settings: Record<string, string> }} table
 */
export async function copyAddress(table) {
  const address = `${location.origin}${location.pathname}#p=${encodeURIComponent(JSON.stringify(table))}`;
  await navigator.clipboard?.writeText(address).catch(() => {});
  return "The address of this position is copied.";
}
