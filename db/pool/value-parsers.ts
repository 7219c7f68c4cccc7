import { types } from 'pg';

type Parse = (text: string) => unknown;

const int8 = 20;
const int8Array = 1016;
const numeric = 1700;
const numericArray = 1231;
const date = 1082;
const dateArray = 1182;

// pg returns int8 and numeric as text because they may exceed a double. Ours are cents, counts and millilitres, all
// far below 2^53. A calendar day stays text: a Date would shift it to a time zone.
const parsers = new Map<number, Parse>([
  [int8, Number],
  [int8Array, (text) => arrayOf(text, Number)],
  [numeric, Number],
  [numericArray, (text) => arrayOf(text, Number)],
  [date, (text) => text],
  [dateArray, (text) => arrayOf(text, (entry) => entry)],
]);

// Numbers and days are never quoted inside an array, so commas alone separate the elements.
function arrayOf(text: string, parse: Parse): unknown {
  if (text === '{}') return [];
  const entries = text.slice(1, -1).split(',');
  return entries.map((entry) => (entry === 'NULL' ? null : parse(entry)));
}

/** Returns the parser for a column of this type; falls back to pg's own. */
export const typeParserFor: typeof types.getTypeParser = (oid, format) => {
  const own = format === 'binary' ? undefined : parsers.get(oid);
  return own ?? types.getTypeParser(oid, format);
};
