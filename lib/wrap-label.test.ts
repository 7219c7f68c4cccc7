import { expect, test } from 'vitest';
import { wrapLabel } from './wrap-label.ts';

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
