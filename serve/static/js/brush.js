// Parallel coordinates: dragging along an axis selects the lines that cross it there.
import { byId } from "./dom.js";

// Vertical position and height of the axes in the server's picture, in pixels.
const top = 28, high = 248;
/** Selected range of an axis by its number, from 0 at the lower end of the axis to 1. @type {Map<number, [number, number]>} */
const kept = new Map();

/** Adds brushing to the picture of the page. The selection stays when the picture is drawn again. */
export function brush() {
  const picture = document.querySelector(".parallel"), clear = byId("clear");
  if (!picture) return;
  const lines = [...picture.querySelectorAll("polyline")], brushes = picture.querySelectorAll(".brush"), last = brushes.length - 1;
  const y = (part) => top + high * (1 - part);

  function show() {
    const crosses = (line) => [...kept].every(([axis, [least, most]]) => { const part = 1 - line.points[axis].y / 1000; return part >= least && part <= most; });
    for (const line of lines) line.classList.toggle("out", !crosses(line));
    brushes.forEach((one, axis) => { [one.y1.baseVal.value, one.y2.baseVal.value] = (kept.get(axis) ?? [1, 1]).map(y); });
    byId("kept").textContent = kept.size ? ` ${lines.filter(crosses).length} selected.` : " Drag along an axis to select.";
    clear.hidden = !kept.size;
  }

  /** @type {{axis: number, part: number} | null} */
  let drag = null;
  const at = ({ clientX, clientY }) => {
    const box = picture.getBoundingClientRect(), within = (v, most) => Math.min(most, Math.max(0, v));
    return { axis: within(Math.floor((clientX - box.left) / box.width * (last + 1)), last), part: within(1 - (clientY - box.top - top) / high, 1) };
  };
  picture.style.minWidth = `${80 * (last + 1)}px`;
  picture.onpointerdown = (event) => { drag = at(event); picture.setPointerCapture(event.pointerId); };
  picture.onpointermove = (event) => {
    if (!drag) return;
    const { part } = at(event);
    kept.set(drag.axis, [Math.min(drag.part, part), Math.max(drag.part, part)]);
    show();
  };
  picture.onpointerup = () => {
    const [least, most] = kept.get(drag?.axis) ?? [0, 1];
    if (drag && most - least < 0.01) kept.delete(drag.axis);
    drag = null;
    show();
  };
  clear.onclick = () => { kept.clear(); show(); };
  show();
}
