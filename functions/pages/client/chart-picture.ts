import { add, set } from "./chart-readout.ts";

/** Twice as fine as the page, so that it can be printed. */
const SCALE = 2;
const MARGIN = 20;
const LINE_HEIGHT = 22;
/** What the page's style sheet says of a shape, and a picture has to say itself. */
const STYLES = [
  ...["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "vector-effect", "paint-order"],
  ...["opacity", "display", "font-family", "font-size", "font-weight"],
];

/** Puts the chart and its legend into a picture of their own, and has the browser save that. */
export async function savePicture(figure: HTMLElement, plot: SVGSVGElement, name: string): Promise<void> {
  const { width, height } = plot.getBoundingClientRect();
  const names = [...figure.querySelectorAll<HTMLElement>(".legend li")];
  const full = { width: width + 2 * MARGIN, height: height + 2 * MARGIN + (names.length + 2) * LINE_HEIGHT };
  const { color, fontFamily } = getComputedStyle(document.body);
  const picture = plot.cloneNode() as SVGSVGElement;
  set(picture, {
    viewBox: `0 0 ${full.width} ${full.height}`,
    width: full.width * SCALE,
    height: full.height * SCALE,
    fill: color,
    "font-family": fontFamily,
  });
  add(picture, "rect", { width: "100%", height: "100%", fill: getComputedStyle(figure).backgroundColor });
  const write = (text: string, x: number, y: number, style = {}) =>
    add(picture, "text", { x, y, "font-size": 13, ...style }).append(text);
  const heading = plot.getAttribute("aria-label")?.split(". ")[1] ?? "";
  write(`${document.title.split(" · ")[0]}: ${heading}`, MARGIN, MARGIN + 13, {
    "font-size": 15,
    "font-weight": 600,
  });
  const drawn = plot.cloneNode(true) as SVGSVGElement;
  set(drawn, { x: MARGIN, y: MARGIN + LINE_HEIGHT, width, height });
  const shapes = plot.querySelectorAll("*");
  for (const [index, copy] of drawn.querySelectorAll("*").entries()) {
    const style = getComputedStyle(shapes[index] ?? plot);
    for (const each of STYLES) copy.setAttribute(each, style.getPropertyValue(each));
    // It is as wide as it is, however much its place is stretched.
    if (copy instanceof SVGPathElement)
      set(copy, { "stroke-width": Number.parseFloat(style.strokeWidth) * SCALE });
  }
  for (const mark of drawn.querySelectorAll(".here, .picked")) mark.remove();
  picture.append(drawn);
  for (const [index, each] of names.entries()) {
    const y = MARGIN + height + (index + 2) * LINE_HEIGHT;
    const fill = getComputedStyle(each.querySelector(".swatch") ?? each).borderBlockStartColor;
    add(picture, "rect", { x: MARGIN, y: y - 6, width: 20, height: 4, fill });
    const [name, figures] = ["strong", ".hint"].map((part) => each.querySelector(part)?.textContent ?? "");
    write(`${name}: ${figures}`, MARGIN + 30, y);
  }
  const image = new Image();
  image.src = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" }),
  );
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: full.width * SCALE,
    height: full.height * SCALE,
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const link = document.createElement("a");
  link.href = canvas.toDataURL();
  link.download = name;
  link.click();
  URL.revokeObjectURL(image.src);
}
