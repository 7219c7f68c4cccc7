/** PostCSS plugin: lengths scale with the font size of the browser, although style sheets are written in px. */

interface Declaration {
  prop: string;
  value: string;
}

/** Thin lines and shadows stay as they are drawn. */
const drawn = /^(border(?!.*radius)|outline|box-shadow|--float)/;
const lines = 4;

/** 16 px are 1 rem at the usual font size. */
const inRem = (value: string): string =>
  value.replaceAll(/(?<![\w.#-])(-?\d*\.?\d+)px\b/g, (length, pixels: string) =>
    Math.abs(Number(pixels)) < lines ? length : `${Number(pixels) / 16}rem`,
  );

export const pxToRem = {
  postcssPlugin: 'px-to-rem',
  Declaration(declaration: Declaration): void {
    const { prop, value } = declaration;
    if (!value.includes('px') || drawn.test(prop)) return;
    const scaled = inRem(value);
    // PostCSS visits a changed declaration again.
    if (scaled !== value) declaration.value = scaled;
  },
};
