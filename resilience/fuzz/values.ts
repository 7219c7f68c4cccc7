/** Generates values from JSON schemas: valid, nearly valid, and hostile. */
import { seededRandom } from '../../lib/seeded-random.ts';
import type { Schema } from './document.ts';

/** Known valid values by field name; more are learned from responses. */
export type Known = (field: string) => readonly string[];

const texts = [
  'Rum',
  'Piña Colada',
  'О‘ Бар',
  '東京',
  '🍹',
  'a b',
  "O'Brien",
  'e\u0301',
  '0',
  'null',
] as const;

const hostile: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDFFFx',
  '\u202Egpj.exe',
  '\u2028',
  '\u0007',
  '../../etc/passwd',
  '..%2f..%2f',
  "'; drop table users; --",
  '%s%n%x',
  '${jndi:ldap://127.0.0.1/x}',
  '=cmd|x',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'all',
  '٣',
  '-1',
  '1e309',
  'NaN',
  '9'.repeat(400),
  '2024-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  0,
  -0,
  -1,
  0.1 + 0.2,
  1.005,
  1e-320,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e12,
  true,
  false,
  null,
  [],
  {},
  [null],
  [[[]]],
  { a: 1 },
  { length: 1e9 },
  { toString: 'x', valueOf: null },
];

export function hostileValue(chance: Chance): unknown {
  if (chance.happens(0.02)) return 'x'.repeat(chance.pick([201, 501, 10_000, 200_000]));
  if (chance.happens(0.02)) return nested(chance.pick([20, 500, 3000]));
  if (chance.happens(0.02)) return Array.from({ length: 11_000 }, () => 'x');
  return chance.pick(hostile);
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** A value that conforms to the schema; ids are mostly known ones. */
export function validValue(schema: Schema, field: string, chance: Chance, known: Known): unknown {
  const { enum: listed, anyOf, oneOf } = schema;
  if ('const' in schema) return schema.const;
  if (listed) return chance.pick(listed);
  const options = anyOf ?? oneOf;
  if (options) return validPart(chance.pick(options), field, chance, known);
  switch ([schema.type].flat()[0]) {
    case 'string':
      return validText(schema, field, chance, known);
    case 'integer':
      return Math.round(validNumber(schema, field, chance, known));
    case 'number':
      return validNumber(schema, field, chance, known);
    case 'boolean':
      return chance.happens(0.5);
    case 'null':
      return null;
    case 'array':
      return validList(schema, field, chance, known);
    case 'object':
      return validObject(schema, chance, known);
    default:
      return chance.happens(0.5) ? chance.pick(texts) : hostileValue(chance);
  }
}

const validPart = (part: Schema | boolean, field: string, chance: Chance, known: Known): unknown =>
  validValue(typeof part === 'boolean' ? {} : part, field, chance, known);

function validText(schema: Schema, field: string, chance: Chance, known: Known): string {
  const { minLength = 0, maxLength = 200 } = schema;
  const real = known(field);
  if (real.length > 0 && chance.happens(0.85)) return chance.pick(real);
  if (schema.format === 'date-time') return new Date(chance.between(0, 4e12)).toISOString();
  if (schema.pattern === String.raw`^\d{1,3}$`) return String(chance.between(0, 999));
  const length = chance.pick([minLength, maxLength, chance.between(minLength, maxLength)]);
  const text = Array.from({ length: 8 }, () => chance.pick(texts)).join(' ');
  return text.repeat(Math.ceil((length + 1) / text.length)).slice(0, Math.max(1, length));
}

function validNumber(schema: Schema, field: string, chance: Chance, known: Known): number {
  const real = known(field);
  if (real.length > 0 && chance.happens(0.85)) return Number(chance.pick(real));
  const { minimum = 0, maximum = 100_000, exclusiveMinimum } = schema;
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : minimum;
  // Test charges are small; the ends of the range are tried as well.
  if (chance.happens(0.2)) return chance.pick([least, maximum]);
  const most = Math.min(maximum, least + 30);
  const whole = chance.between(least, most);
  return schema.type === 'integer' || whole >= most ? whole : whole + chance.pick([0, 0.25, 0.99]);
}

function validList(schema: Schema, field: string, chance: Chance, known: Known): unknown[] {
  const { minItems = 0, maxItems = 100, items, prefixItems } = schema;
  if (prefixItems) return prefixItems.map((part) => validPart(part, field, chance, known));
  const length = Math.max(minItems, Math.min(maxItems, chance.between(0, 3)));
  const item = Array.isArray(items) ? true : (items ?? true);
  return Array.from({ length }, () => validPart(item, field, chance, known));
}

function validObject(schema: Schema, chance: Chance, known: Known): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const share = chance.pick([0, 0.2, 0.9]);
  const fields = Object.entries(properties).filter(
    ([name]) => required.includes(name) || chance.happens(share),
  );
  const object = Object.fromEntries(
    fields.map(([name, part]) => [name, validPart(part, name, chance, known)]),
  );
  if (typeof additionalProperties === 'object' && chance.happens(0.5)) {
    object[chance.pick(texts)] = validPart(additionalProperties, '', chance, known);
  }
  return object;
}

/** Changes one aspect of the value to make it invalid. */
export function spoiled(value: unknown, chance: Chance): unknown {
  if (Array.isArray(value) && value.length > 0 && chance.happens(0.7)) {
    const at = chance.between(0, value.length - 1);
    return chance.happens(0.3)
      ? [...value, ...value]
      : value.map((item, index) => (index === at ? spoiled(item, chance) : item));
  }
  if (typeof value === 'object' && value !== null && chance.happens(0.9)) {
    const entries = Object.entries(value);
    if (entries.length === 0 || chance.happens(0.15)) {
      const extra = chance.pick(['accountType', '__proto__', 'constructor', 'x', 'id', 'ownerId']);
      return Object.fromEntries([...entries, [extra, hostileValue(chance)]]);
    }
    const at = chance.between(0, entries.length - 1);
    if (chance.happens(0.25)) return Object.fromEntries(entries.toSpliced(at, 1));
    return Object.fromEntries(
      entries.map(([key, item], index) => [key, index === at ? spoiled(item, chance) : item]),
    );
  }
  return hostileValue(chance);
}

export interface Chance {
  /** True in `share` of all cases, from 0 to 1. */
  happens(share: number): boolean;
  /** An integer from `least` to `most`. */
  between(least: number, most: number): number;
  /** Throws when the list is empty. */
  pick<T>(from: readonly T[]): T;
}

/** Seeded random choices, so that a run is reproducible. */
export function chanceOf(seed: number): Chance {
  const next = seededRandom(seed);
  return {
    happens: (share) => next() < share,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (from) => {
      const at = Math.floor(next() * from.length);
      for (const item of from.slice(at, at + 1)) return item;
      throw new Error('There is nothing to choose from');
    },
  };
}
