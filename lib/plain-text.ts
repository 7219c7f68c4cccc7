/** Validation of user-entered text: excludes characters that break databases, files or reading order. */

// Control characters (including NUL and DEL), lone surrogates, line and paragraph separators, and bidirectional
// overrides that make a name display as something else.
const notPlain = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

// Six combining marks in a row, also with zero-width characters in between, cover the lines around them. No language
// writes so many. The longest run of other invisible characters is that of a flag, with seven.
const stacked =
  /(?:\p{M}[\u00ad\u200b-\u200f\u2060-\u206f\ufeff]*){6}|\p{Default_Ignorable_Code_Point}{8}/u;

// Spaces, marks, format characters, fillers and the blank of Braille.
const invisible = /^[\p{White_Space}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * True when a text is free of control characters, lone surrogates, direction overrides and stacked marks, and is empty
 * or has a visible character.
 * @param multiline allows line breaks and tabs
 */
export function isPlainText(text: string, { multiline = false } = {}): boolean {
  // Replaced with spaces, because removing line breaks could join two lone surrogates into a pair.
  const checked = multiline ? text.replaceAll(/[\t\r\n]/g, ' ') : text;
  return !notPlain.test(checked) && !stacked.test(checked) && !invisible.test(checked);
}

/** Removes the characters that a plain text of one line must not contain; spaces stay. */
export const withoutControls = (text: string): string =>
  text.replaceAll(new RegExp(notPlain, 'gu'), '');

/** Normalizes a name for storage: trimmed, with every inner run of white space collapsed to one space. */
export function cleanName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
