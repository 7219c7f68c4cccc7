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

// Text of the other direction beside numbers and punctuation.

// Wraps labels below the bars of a chart.

/** Lines of a label: words share a line while they fit in `most` characters; a longer word has a line of its own. */
export function wrapLabel(label: string, most = 8): string[] {
  const lines: string[] = [];
  for (const word of label.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    const together = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && together.length <= most) lines[lines.length - 1] = together;
    else lines.push(word);
  }
  return lines;
}

// Masks stored secrets: enough to identify one, never enough to use it.

const dots = '••••';

/** Part of a secret that may be shown: its last four characters, or nothing for a short one. */
export const hintOf = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : '…');

/** Masked form of a stored secret by its hint; empty when none is stored. */
export const masked = (hint: string): string => (hint === '' ? '' : dots + hint);

/** True when a submitted secret is the mask or empty, so the stored one stays unchanged. */
export const isMaskedOrEmpty = (text: string): boolean => text === '' || text.startsWith(dots);

const unstorable = /[\0\p{Cs}]/gu;

const storableText = (text: string): string => text.replaceAll(unstorable, '\ufffd');

/**
 * Replaces the characters that PostgreSQL cannot store, NUL and lone surrogates, with U+FFFD in the texts and keys of a
 * JSON value.
 */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableText(key), storableJson(inner)]),
  );
}
