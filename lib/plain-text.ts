/** What counts as text a person typed, as opposed to bytes that break databases, files or reading order. */

// Controls (NUL and DEL among them), lone surrogates, line and paragraph separators, and the marks
// that turn the reading direction around so that a name shows as something else.
const notPlain = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Whether a text is free of control characters, lone surrogates and direction overrides.
 * @param multiline allows line breaks and tabs
 */
export function isPlainText(text: string, { multiline = false } = {}): boolean {
  // By blanks, because taking line breaks out could join two lone surrogates into a pair.
  return !notPlain.test(multiline ? text.replaceAll(/[\t\r\n]/g, ' ') : text);
}

/** A name as it is stored: trimmed, with every run of white space inside as one blank. */
export function cleanName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
