/** Twice as fine as the page, so that it can be printed. */
const SCALE = 2;
const MARGIN = 20;
const LINE_HEIGHT = 22;

/** Draws what the picture shows, and its legend, on a canvas and has the browser save that. */
export function savePicture(figure: HTMLElement, plot: SVGSVGElement, name: string): void {
  const { width, height, left, top } = plot.getBoundingClientRect();
  const names = [...figure.querySelectorAll<HTMLElement>(".legend li")];
  const heading = plot.getAttribute("aria-label")?.split(". ")[1] ?? "";
  const canvas = document.createElement("canvas");
  const full = { width: width + 2 * MARGIN, height: height + 2 * MARGIN + (names.length + 2) * LINE_HEIGHT };
  canvas.width = full.width * SCALE;
  canvas.height = full.height * SCALE;
  const pen = canvas.getContext("2d");
  if (pen === null) return;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = getComputedStyle(figure).backgroundColor;
  pen.fillRect(0, 0, full.width, full.height);
  const font = getComputedStyle(figure).fontFamily;
  const ink = getComputedStyle(document.body).color;
  write(pen, `${document.title.split(" · ")[0] ?? ""}: ${heading}`, {
    x: MARGIN,
    y: MARGIN + 8,
    font: `600 15px ${font}`,
    colour: ink,
  });
  pen.translate(MARGIN - left, MARGIN + LINE_HEIGHT - top);
  for (const shape of plot.querySelectorAll<SVGGraphicsElement>("path, line, rect, circle, text"))
    if (shape.closest(".here, .picked") === null) draw(pen, shape, font);
  pen.translate(left, top + height);
  for (const [index, each] of names.entries()) {
    const y = (index + 1) * LINE_HEIGHT;
    const swatch = each.querySelector(".swatch");
    if (swatch !== null) {
      pen.fillStyle = getComputedStyle(swatch).borderBlockStartColor;
      pen.fillRect(0, y - 6, 20, 4);
    }
    write(pen, each.children[1]?.textContent ?? "", { x: 30, y, font: `13px ${font}`, colour: ink });
  }
  canvas.toBlob((blob) => {
    if (blob === null) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

type Writing = { x: number; y: number; font: string; colour: string };

function write(pen: CanvasRenderingContext2D, text: string, { x, y, font, colour }: Writing): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

/** One shape as the page's style has it. A path is stretched with its box, and its line stays as wide as it is. */
function draw(pen: CanvasRenderingContext2D, shape: SVGGraphicsElement, font: string): void {
  const style = getComputedStyle(shape);
  const matrix = shape.getScreenCTM();
  if (matrix === null) return;
  pen.save();
  pen.globalAlpha = Number(style.opacity);
  pen.lineWidth = Number.parseFloat(style.strokeWidth);
  pen.lineCap = style.strokeLinecap as CanvasLineCap;
  pen.lineJoin = "round";
  pen.setLineDash(
    style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map(Number.parseFloat),
  );
  pen.strokeStyle = style.stroke;
  pen.fillStyle = style.fill;
  if (shape instanceof SVGTextElement) {
    const box = shape.getBoundingClientRect();
    pen.font = `${style.fontWeight} ${style.fontSize} ${font}`;
    pen.textBaseline = "middle";
    pen.fillText(shape.textContent ?? "", box.left, box.top + box.height / 2);
  } else {
    const path = new Path2D();
    path.addPath(outline(shape), DOMMatrix.fromMatrix(matrix));
    if (style.fill !== "none") pen.fill(path);
    if (style.stroke !== "none" && pen.lineWidth > 0) pen.stroke(path);
  }
  pen.restore();
}

function outline(shape: SVGGraphicsElement): Path2D {
  const path = new Path2D(shape instanceof SVGPathElement ? (shape.getAttribute("d") ?? "") : "");
  if (shape instanceof SVGLineElement) {
    path.moveTo(shape.x1.baseVal.value, shape.y1.baseVal.value);
    path.lineTo(shape.x2.baseVal.value, shape.y2.baseVal.value);
  } else if (shape instanceof SVGRectElement) {
    path.rect(
      shape.x.baseVal.value,
      shape.y.baseVal.value,
      shape.width.baseVal.value,
      shape.height.baseVal.value,
    );
  } else if (shape instanceof SVGCircleElement)
    path.arc(shape.cx.baseVal.value, shape.cy.baseVal.value, shape.r.baseVal.value, 0, 2 * Math.PI);
  return path;
}
