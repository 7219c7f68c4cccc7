/** Draws a chart as a picture in the colours that it is shown in, with its title and what is drawn. */

interface ImageTexts {
  readonly title: string;
  /** Its days. */
  readonly span: string;
}

/** Pixels of the picture for each of the screen. */
const scale = 2;
const padding = 24;
const headHeight = 76;

/** @param figure of a chart, as `ChartFrame` renders it */
export function drawChart(figure: HTMLElement, texts: ImageTexts): Promise<Blob> {
  const drawing = figure.querySelector<HTMLElement>('[data-drawing]');
  const plot = drawing?.parentElement;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!drawing || !plot || !context) throw new Error('There is no chart to draw');
  const { left, top } = plot.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(figure);
  const titleFont = `600 16px ${fontFamily}`;
  context.font = titleFont;
  // A drawing that scrolls is drawn whole.
  const width = Math.max(
    plot.clientWidth,
    plot.scrollWidth,
    context.measureText(texts.title).width,
  );
  canvas.width = scale * (width + 2 * padding);
  canvas.height = scale * (plot.offsetHeight + headHeight + 2 * padding);
  context.scale(scale, scale);
  const token = (name: string): string => getComputedStyle(figure).getPropertyValue(name).trim();
  context.fillStyle = token('--card');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  const write = (text: string, x: number, y: number, font: string, fill: string): number => {
    context.font = font;
    context.fillStyle = fill;
    context.fillText(text, x, y);
    return x + context.measureText(text).width;
  };
  write(texts.title, padding, padding + 8, titleFont, token('--ink') || color);
  const dim = token('--dim');
  const font = `13px ${fontFamily}`;
  let x = write(texts.span, padding, padding + 38, font, dim) + 18;
  for (const entry of figure.querySelectorAll<HTMLElement>('[data-legend] [data-look]')) {
    context.fillStyle = getComputedStyle(entry, '::before').backgroundColor;
    context.beginPath();
    context.roundRect(x, padding + 32, 12, 12, 3);
    context.fill();
    const name = entry.firstChild?.textContent ?? '';
    x = write(name, x + 18, padding + 38, font, dim) + 18;
  }
  context.translate(padding - left + plot.scrollLeft, padding + headHeight - top);
  for (const element of [drawing, ...drawing.querySelectorAll('*')]) draw(context, element);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture could not be made'));
    });
  });
}

function draw(context: CanvasRenderingContext2D, element: Element): void {
  if (element instanceof SVGPathElement) return drawPath(context, element);
  // The point that is pointed at is no part of the picture.
  if (!(element instanceof HTMLElement) || element.hasAttribute('data-cursor')) return undefined;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (style.display === 'none' || box.width === 0) return undefined;
  const isHatched = style.backgroundImage !== 'none';
  context.save();
  context.globalAlpha = isHatched ? 0.6 : 1;
  context.fillStyle = isHatched ? style.getPropertyValue('--accent').trim() : style.backgroundColor;
  context.beginPath();
  context.roundRect(box.left, box.top, box.width, box.height, [
    Number.parseFloat(style.borderTopLeftRadius) || 0,
    Number.parseFloat(style.borderTopRightRadius) || 0,
    Number.parseFloat(style.borderBottomRightRadius) || 0,
    Number.parseFloat(style.borderBottomLeftRadius) || 0,
  ]);
  context.fill();
  context.restore();
  for (const side of ['Top', 'Bottom'] as const) {
    if (Number.parseFloat(style[`border${side}Width`]) === 0) continue;
    context.fillStyle = style[`border${side}Color`];
    context.fillRect(box.left, side === 'Top' ? box.top : box.bottom - 1, box.width, 1);
  }
  for (const node of element.childNodes) if (node instanceof Text) drawText(context, node, style);
}

/** Each line where the browser has laid it out. */
function drawText(context: CanvasRenderingContext2D, node: Text, style: CSSStyleDeclaration): void {
  const range = document.createRange();
  let start = 0;
  for (const line of node.data.split('\n')) {
    range.setStart(node, start);
    range.setEnd(node, start + line.length);
    const { left, top, height } = range.getBoundingClientRect();
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.color;
    context.fillText(line, left, top + height / 2);
    start += line.length + 1;
  }
}

/** The paths are in a square that is stretched, and their strokes are not. */
function drawPath(context: CanvasRenderingContext2D, element: SVGPathElement): void {
  const { ownerSVGElement: svg } = element;
  if (!svg) return;
  const { left, top, width, height } = svg.getBoundingClientRect();
  const { width: viewWidth, height: viewHeight } = svg.viewBox.baseVal;
  const style = getComputedStyle(element);
  const path = new Path2D();
  path.addPath(
    new Path2D(element.getAttribute('d') ?? ''),
    new DOMMatrix([width / viewWidth, 0, 0, height / viewHeight, left, top]),
  );
  context.save();
  if (style.fill !== 'none') {
    context.fillStyle = style.fill;
    // Of a canvas, not of an array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(path);
  }
  if (style.stroke !== 'none') {
    context.strokeStyle = style.stroke;
    context.lineWidth = Number.parseFloat(style.strokeWidth);
    context.lineJoin = 'round';
    const dashes = style.strokeDasharray.split(/[ ,]+/).map((dash) => Number.parseFloat(dash));
    context.setLineDash(dashes.filter((dash) => !Number.isNaN(dash)));
    context.stroke(path);
  }
  context.restore();
}
