/** Query string as plain text: `?unit=1042`, never `?unit=%221042%22`. */
export type Search = Readonly<Record<string, string>>;

/** Every value is plain text; the last value of a repeated name wins. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

/** Includes the question mark, or empty. Omits undefined, null and empty texts. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'number' || typeof value === 'boolean') pairs.set(name, String(value));
    else if (typeof value === 'string' && value !== '') pairs.set(name, value);
  }
  const text = pairs.toString();
  return text && `?${text}`;
}
