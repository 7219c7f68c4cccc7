import { expect, test } from 'vitest';
import { storableJson } from './storable-json.ts';

test('replaces NUL and lone surrogates in texts and keys of a JSON value', () => {
  const value = { 'a\0': ['b\ud800', { 'c\udc00\ud800': '\0\0' }], d: '\udc00\ud800' };
  expect(storableJson(value)).toEqual({
    'a\ufffd': ['b\ufffd', { 'c\ufffd\ufffd': '\ufffd\ufffd' }],
    d: '\ufffd\ufffd',
  });
});

test('leaves everything else in a JSON value', () => {
  const value = { text: 'Piña 🍹\t\u0001', list: [1.5, true, null, []], '\ud83c\udf79': {} };
  expect(storableJson(value)).toEqual(value);
});
