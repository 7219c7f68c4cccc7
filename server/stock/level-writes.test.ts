import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const files = (await readdir(root, { recursive: true })).filter(
  (name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('testing/'),
);
const sources = await Promise.all(
  files.map(async (name) => ({ name, text: await readFile(new URL(name, root), 'utf8') })),
);
const filesWith = (pattern: RegExp): string[] =>
  sources.flatMap(({ name, text }) => (pattern.test(text) ? [name] : [])).sort();

test('levels are written by the statements of the ledger only', () => {
  expect(
    filesWith(
      /(insertInto|updateTable|deleteFrom)\(\s*['"`]unit_positions|(insert\s+into|update|delete\s+from)\s+unit_positions/i,
    ),
  ).toEqual(['stock/places.queries.ts', 'stock/sold-stock.queries.ts']);
});

test('these statements are run by changeStock, which records movements, and by sales', () => {
  expect(filesWith(/from '[^']*\/places\.queries\.ts'/)).toEqual(['stock/change-stock.ts']);
  expect(filesWith(/from '[^']*\/sold-stock\.queries\.ts'/)).toEqual(['orders/deduct-stock.ts']);
});
