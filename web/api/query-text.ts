/**
 * Serializes queries in the API's format: nested names in brackets (`pagination[current]=1`), lists repeated,
 * undefined omitted.
 */

type Plain = string | number | boolean;
export type QueryValue =
  | Plain
  | undefined
  | readonly Plain[]
  | { readonly [name: string]: QueryValue };

function append(pairs: URLSearchParams, name: string, value: QueryValue): void {
  if (value === undefined) return;
  if (typeof value !== 'object') {
    pairs.append(name, String(value));
  } else if (Array.isArray(value)) {
    for (const item of value) pairs.append(name, String(item));
  } else {
    for (const [key, inner] of Object.entries(value)) append(pairs, `${name}[${key}]`, inner);
  }
}

/** Includes the question mark; empty without parameters. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) append(pairs, name, value);
  // Brackets are legal in a query and easier to read in a log than %5B.
  const text = pairs.toString().replaceAll('%5B', '[').replaceAll('%5D', ']');
  return text && `?${text}`;
}

/** Fills the placeholders of a contract path (`/api/units/{unitNumber}`). */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
    encodeURIComponent(params[param] ?? ''),
  );
}
