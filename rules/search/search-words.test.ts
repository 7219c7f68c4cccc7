import { expect, test } from 'vitest';
import { matcherOf, withoutAccents, wordsOf } from './search-words.ts';

test('names are found by all words of the search, in any order, without case and accents', () => {
  const reserve = 'Reserve Añejo Batch No. 12';
  expect(matcherOf('batch reserve')(reserve)).toBe(true);
  expect(matcherOf('AÑEJO')('Reserve anejo')).toBe(true);
  expect(matcherOf('anejo')(reserve)).toBe(true);
  expect(matcherOf('batch 13')(reserve)).toBe(false);
});

test('words may be in different texts of one thing, and no word matches everything', () => {
  expect(matcherOf('negroni gin')('Negroni', 'Campari', 'Beefeater Gin')).toBe(true);
  expect(matcherOf('gin')('Negroni', 'Campari')).toBe(false);
  expect(matcherOf('  ')('Negroni')).toBe(true);
});

test('the words of a query are in lower case and without accents', () => {
  expect(withoutAccents('Patrón Añejo')).toBe('patron anejo');
  expect(wordsOf('  Añejo  PATR ')).toEqual(['anejo', 'patr']);
});
