/** PostgreSQL's COPY text format: a row per line, tab-separated fields, \N for null, backslash escapes. */

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The text of a field; null where it is null. */
export function copyField(text: string): string | null {
  if (!text.includes('\\')) return text;
  if (text === '\\N') return null;
  return text.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
}

/** Lines of whole rows, without their line feeds. */
export const copyLines = (rows: string): string[] => rows.slice(0, -1).split('\n');

/** Fields of a row without its line feed, copied with `null ''`. */
export function copyFields(row: string): string[] {
  const fields = row.split('\t');
  return row.includes('\\') ? fields.map((field) => copyField(field) ?? '') : fields;
}
