/** Formats a US number for reading: `+14155552671` as `(415) 555-2671`; other numbers stay as they are. */
export const phoneText = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
