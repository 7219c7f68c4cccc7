/** The part of an address behind its question mark, as people write it: `?unit=1042`, never `?unit=%221042%22`. */
export type Search = Readonly<Record<string, string>>;

/** Every value as the text it is; of a repeated name the last one counts. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

/** With its question mark, or nothing. Nothing is written for undefined, null and empty texts. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'number' || typeof value === 'boolean') pairs.set(name, String(value));
    else if (typeof value === 'string' && value !== '') pairs.set(name, value);
  }
  const text = pairs.toString();
  return text && `?${text}`;
}
