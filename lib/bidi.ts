/** Text of the other direction beside numbers and punctuation. */

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/**
 * A name with letters that are written from right to left, between isolates, so that a number or a separator beside it
 * stays where it is; any other name as it is. For plain text; elements use `<bdi>`.
 */
export const isolateName = (name: string): string =>
  rightToLeft.test(name) ? `${firstStrongIsolate}${name}${popDirectionalIsolate}` : name;
