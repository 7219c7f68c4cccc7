/** `1 L`, `750 ml`, `19.5 L`. */
export const sizeText = (ml: number): string =>
  ml < 1000 ? `${ml} ml` : `${(ml / 1000).toLocaleString('en-US', { maximumFractionDigits: 2 })} L`;
