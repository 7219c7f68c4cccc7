import { expect, test } from 'vitest';
import type { Ingredient } from '../../api/ingredients.ts';
import { follow, described } from './held-draft.ts';
import type { HeldDraft } from './held-draft.ts';
import { changesOf } from './wire.ts';

const unit = { _id: 'u', category: 'ROTENDER_CLASSIC' } as const;
const shown = { unitCategory: unit.category, threshold: false, doublePrice: false };
const stored = {
  _id: 'i',
  name: 'Beefeater',
  source: 'carousel',
  baseOrMixer: ['base'],
  category: 'Liquor',
  servingSize: 45,
  ingredientSize: 1000,
  ingredientPouringTime: null,
  positionInUnit: ['3'],
  threshold: 20,
  price: 7.5,
  doublePrice: 12,
} as unknown as Ingredient;

function opened(): HeldDraft {
  const held = follow(null, unit, stored);
  if (!held) throw new Error('It is open');
  return held;
}

test('there is no draft until unit and ingredient are loaded', () => {
  expect(follow(null, undefined, null)).toBeNull();
  expect(follow(null, unit, undefined)).toBeNull();
  expect(follow(null, unit, null)?.draft.name).toBe('');
});

test('edits and the values seen under them are preserved, other fields follow the server', () => {
  const held = opened();
  const typed = { ...held, draft: { ...held.draft, name: 'Gin' } };
  const newer = { ...stored, name: 'Beefeater 24', price: 9 };
  const after = follow(typed, unit, newer);
  expect(after?.draft).toMatchObject({ name: 'Gin', price: '9.00' });
  expect(after?.seen).toMatchObject({ name: 'Beefeater', price: 9 });
});

test('after the user has seen the new name, the typed one may overwrite it', () => {
  const held = opened();
  const typed = { ...held, draft: { ...held.draft, name: 'Gin' } };
  const after = described(typed, { ...stored, name: 'Beefeater 24', price: 9 });
  expect(after.seen).toMatchObject({ name: 'Beefeater 24', price: 9 });
  expect(after.seen && changesOf(after.draft, after.seen, shown, false)).toEqual({ name: 'Gin' });
});

test('edits are preserved when switching to another unit', () => {
  const held = follow(null, unit, null);
  const typed = held && { ...held, draft: { ...held.draft, name: 'Rum', positions: ['3'] } };
  expect(follow(typed, { ...unit, _id: 'other' }, null)?.draft).toMatchObject({
    name: 'Rum',
    positions: [],
  });
});
