/** A value that canonical JSON has: numbers are integers. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue };

/**
 * JSON without whitespace and with the names of objects in the order of their UTF-16 code units (RFC 8785): equal values
 * have equal bytes.
 * @throws RangeError for a number that is not a safe integer
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`${value} is not a whole number`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  const fields = names.map(
    (name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`,
  );
  return `{${fields.join(',')}}`;
}

/** Array.isArray does not narrow readonly arrays. */
const isList = (value: object): value is readonly CanonicalValue[] => Array.isArray(value);
