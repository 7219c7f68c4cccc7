import { expect, test } from 'vitest';
import { matcherOf } from './find-field.tsx';

const found = (search: string, ...names: string[]) =>
  matcherOf(search)(...names.map((name) => ({ name })));

test('finds names by all words of the search, in any order, without case and accents', () => {
  expect(found('batch reserve', 'Reserve Añejo Batch No. 12')).toBe(true);
  expect(found('AÑEJO', 'Reserve anejo')).toBe(true);
  expect(found('batch 13', 'Reserve Añejo Batch No. 12')).toBe(false);
});

test('finds a drink by what it is made of, and everything without a word', () => {
  expect(found('gin', 'Negroni', 'Campari', 'Beefeater Gin')).toBe(true);
  expect(found('  ', 'Negroni')).toBe(true);
});
