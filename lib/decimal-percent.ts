/** A fraction as percent with one decimal: `2.4%` of 0.024; `+2.4%` with signs. */
export const decimalPercent = (
  ratio: number,
  signDisplay: Intl.NumberFormatOptions['signDisplay'] = 'auto',
): string =>
  `${(100 * ratio).toLocaleString('en-US', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay,
  })}%`;
