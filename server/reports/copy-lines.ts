/** Parses PostgreSQL's COPY text format: a row per line, tab-separated fields, \N for null, backslash escapes. */

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function field(text: string): string | null {
  if (!text.includes('\\')) return text;
  if (text === '\\N') return null;
  return text.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
}

/** Returns an incremental parser that takes chunks and returns the rows completed so far. */
export function lineReader(): (chunk: Buffer) => (string | null)[][] {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    return lines.map((line) => line.split('\t').map(field));
  };
}
