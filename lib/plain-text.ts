/** Validation of user-entered text: excludes characters that break databases, files or reading order. */

// Control characters (including NUL and DEL), lone surrogates, line and paragraph separators, and bidirectional
// overrides that make a name display as something else.
const notPlain = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * True when a text is free of control characters, lone surrogates and direction overrides.
 * @param multiline allows line breaks and tabs
 */
export function isPlainText(text: string, { multiline = false } = {}): boolean {
  // Replaced with spaces, because removing line breaks could join two lone surrogates into a pair.
  return !notPlain.test(multiline ? text.replaceAll(/[\t\r\n]/g, ' ') : text);
}

/** Normalizes a name for storage: trimmed, with every inner run of white space collapsed to one space. */
export function cleanName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
