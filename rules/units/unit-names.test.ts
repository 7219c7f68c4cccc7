import { expect, test } from 'vitest';
import {
  specifiedUnitChoice,
  unitChoice,
  unitInMessage,
  unitInText,
  unitKind,
  unitTitle,
} from './unit-names.ts';

const plain = { unitNumber: 1001, name: null, category: 'ROTENDER_CLASSIC' };
const named = { ...plain, name: 'Rooftop left' };

test('a unit with a name is named with its number', () => {
  expect(unitTitle(named)).toBe('Rooftop left · 1001');
  expect(unitInText(named)).toBe('Rooftop left · 1001');
  expect(unitInMessage(named)).toBe('unit 1001 (Rooftop left)');
  expect(unitChoice(named)).toBe('Rooftop left · 1001 (Classic unit)');
});

test('a name from right to left does not change places with the number', () => {
  const arabic = { ...plain, name: 'السطح' };
  expect(unitTitle(arabic)).toBe('\u2068السطح\u2069 · 1001');
  expect(unitInText(arabic)).toBe('\u2068السطح\u2069 · 1001');
  expect(unitChoice(arabic)).toBe('\u2068السطح\u2069 · 1001 (Classic unit)');
});

test('a unit without a name is named by its number', () => {
  expect(unitTitle(plain)).toBe('Unit 1001');
  expect(unitInText(plain)).toBe('unit 1001');
  expect(unitInMessage(plain)).toBe('unit 1001');
  expect(unitChoice(plain)).toBe('1001 (Classic unit)');
  expect(specifiedUnitChoice(plain)).toBe('1001 (ROTENDER_CLASSIC)');
});

test('each category has a name in words', () => {
  expect(unitKind('ROTENDER_CLASSIC')).toBe('Classic unit');
  expect(unitKind('BEERTENDER')).toBe('Beer unit');
});
