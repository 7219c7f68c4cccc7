import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName, isPlainText, storableJson, wrapLabel } from './plain-text.ts';

test('accepts names in any language, including emoji and joined emoji', () => {
  for (const text of [
    '',
    'Piña Colada',
    "Dark 'n' Stormy",
    'ジントニック',
    'شاي',
    '🍹',
    '👩🏽‍🍳',
    '<b>&',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Pub',
    '❤️‍🔥',
    'Ṩ̣̇',
    'བསྒྲུབས',
    'क्षत्रिय',
    'می\u200cخواهم',
    '\u200fשלום',
  ]) {
    expect(isPlainText(text), text).toBe(true);
  }
});

const escape = (text: string): string =>
  Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16)).join(' ');

test('rejects control characters, lone surrogates and direction overrides', () => {
  const forbidden = [
    ...Array.from({ length: 32 }, (_, code) => code),
    ...Array.from({ length: 33 }, (_, code) => 0x7f + code),
    ...Array.from({ length: 7 }, (_, code) => 0x2028 + code),
    ...Array.from({ length: 4 }, (_, code) => 0x2066 + code),
    ...Array.from({ length: 0x800 }, (_, code) => 0xd800 + code),
  ];
  for (const code of forbidden) {
    expect(isPlainText(`a${String.fromCharCode(code)}b`), code.toString(16)).toBe(false);
  }
});

test('rejects texts without a visible character', () => {
  for (const text of [
    '\u200b\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u2800',
    '\u0301',
    '\u{e0041}',
    '\ufe0f',
    ' \u200b ',
  ]) {
    expect(isPlainText(text), escape(text)).toBe(false);
    expect(isPlainText(`a${text}`), escape(text)).toBe(true);
  }
  expect(isPlainText(' \n\u200b\n', { multiline: true })).toBe(false);
});

test('rejects stacked combining marks and long runs of invisible characters', () => {
  expect(isPlainText(`a${'\u0301'.repeat(5)}b`)).toBe(true);
  expect(isPlainText(`a${'\u0301'.repeat(6)}b`)).toBe(false);
  expect(isPlainText(`a${'\u0301\u200b'.repeat(6)}b`)).toBe(false);
  expect(isPlainText(`a${'\u200b'.repeat(8)}b`)).toBe(false);
});

test('multiline text allows line breaks and tabs, but no other control characters', () => {
  expect(isPlainText('one\r\ntwo\n\tthree', { multiline: true })).toBe(true);
  expect(isPlainText('one\n\0', { multiline: true })).toBe(false);
  expect(isPlainText('\ud83c\n\udf79', { multiline: true })).toBe(false);
});

test('cleanName trims a name and collapses inner white space', () => {
  expect(cleanName('  Gin \t &\n\n Tonic ')).toBe('Gin & Tonic');
  expect(cleanName('\u00a0 \u3000')).toBe('');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', 'a', 'b') }),
      (text) => {
        const name = cleanName(text);
        expect(name).toMatch(/^([ab]+( [ab]+)*)?$/);
        expect(name.replaceAll(' ', '')).toBe(text.replaceAll(/\s/g, ''));
        expect(cleanName(name)).toBe(name);
      },
    ),
  );
});

test.each([
  ['Negroni', ['Negroni']],
  ['Gin & Tonic', ['Gin &', 'Tonic']],
  ['Long Island Ice Tea', ['Long', 'Island', 'Ice Tea']],
  ['Cosmopolitan', ['Cosmopolitan']],
  ['  Rum  +  Cola ', ['Rum +', 'Cola']],
  ['', []],
])('wraps %j', (label, lines) => {
  expect(wrapLabel(label)).toEqual(lines);
});

test('keeps lines of several words within 8 characters and loses no text', () => {
  const label = 'a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii';
  const lines = wrapLabel(label);
  for (const line of lines.filter((one) => one.includes(' '))) expect(line.length).toBeLessThan(9);
  expect(lines.join(' ')).toBe(label);
});

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
