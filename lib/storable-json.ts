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
