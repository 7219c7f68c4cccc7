/** Every text field of every body and query of the contract, found by walking the schemas. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** One text field: its path, and a body that contains only this field. */
interface TextField {
  path: string[];
  bodyWith: (text: string) => unknown;
}

/** Only hashed, so any character is allowed. */
const hashed = new Set(['currentPassword', 'password', 'password2']);
/** Never stored as text. */
const parsedByRoute = new Set(['zipFile', 'file', 'drinkIndexes']);

const inside = (
  schema: z.core.$ZodType,
  path: string[],
  wrap: (value: unknown) => unknown,
): TextField[] =>
  textFields(schema).map((field) => ({
    path: [...path, ...field.path],
    bodyWith: (text) => wrap(field.bodyWith(text)),
  }));

function textFields(schema: z.core.$ZodType): TextField[] {
  if (schema instanceof z.ZodString) return [{ path: [], bodyWith: (text) => text }];
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([key, value]) =>
      inside(value, [key], (one) => ({ [key]: one })),
    );
  }
  if (schema instanceof z.ZodArray) return inside(schema.element, ['0'], (one) => [one]);
  if (schema instanceof z.ZodTuple) {
    const { items } = schema.def;
    return items.flatMap((item, index) =>
      inside(item, [String(index)], (one) => items.map((_, at) => (at === index ? one : 'x'))),
    );
  }
  if (schema instanceof z.ZodRecord) {
    return [
      ...inside(schema.keyType, [], (key) => ({ [String(key)]: 'x' })),
      ...inside(schema.valueType, ['1'], (value) => ({ 1: value })),
    ];
  }
  // A value that fits none of the options is refused at the place of the union.
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap(textFields).map((field) => ({ ...field, path: [] }));
  if (schema instanceof z.ZodPipe) return textFields(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return textFields(schema.def.innerType);
  }
  return [];
}

const found = Object.entries<Endpoint>(endpoints).flatMap(([endpoint, { body, query }]) =>
  [body, query].flatMap((schema) =>
    schema === undefined
      ? []
      : textFields(schema)
          .map((field) => ({ ...field, title: `${endpoint} ${field.path.join('.')}`, schema }))
          .filter(({ path: [name = ''] }) => !parsedByRoute.has(name)),
  ),
);

const unwanted = {
  NUL: 'a\u0000b',
  control: 'a\u001bb',
  'direction override': 'a\u202eb',
  'direction isolate': 'a\u2066b',
  'lone surrogate': 'a\ud800b',
  'only zero-width characters': '\u200b\u2060',
  'stacked marks': `a${'\u0301'.repeat(199)}`,
};

/** True when an issue is about this field. */
const isRefused = (schema: z.ZodType, { path, bodyWith }: TextField, text: string): boolean =>
  (schema.safeParse(bodyWith(text)).error?.issues ?? []).some((issue) =>
    path.every((part, depth) => String(issue.path[depth]) === part),
  );

test('finds the text fields', () => {
  const titles = found.map(({ title }) => title);
  expect(titles).toEqual(
    expect.arrayContaining([
      'createOrder drinks.0.drinkId',
      'createOrder drinks.0.pours.0.ingredientId',
      'updateUnit stripeReader.city',
      'updateUnit unit.contacts.0',
      'updateUnitInventory updatedInventory.0.0',
      'createIngredient overrides',
      'createIngredient overrides.1',
      'updateVenue privateKey',
      'updateTerms terms',
      'getSalesReport venueId',
    ]),
  );
});

describe.each(found)('$title', ({ schema, ...field }) => {
  const isHashed = hashed.has(field.path[0] ?? '');
  test.each(isHashed ? [] : Object.entries(unwanted))('refuses %s', (_, text) => {
    expect(isRefused(schema, field, text)).toBe(true);
  });

  test('has a maximum length', () => {
    expect(isRefused(schema, field, 'x'.repeat(200_001))).toBe(true);
  });
});
