import { expect, test } from 'vitest';
import type { Ingredient } from '../../api/ingredients.ts';
import { follow, told } from './held-draft.ts';
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

test('nothing is held until unit and ingredient are known', () => {
  expect(follow(null, undefined, null)).toBeNull();
  expect(follow(null, unit, undefined)).toBeNull();
  expect(follow(null, unit, null)?.draft.name).toBe('');
});

test('what was typed and what was seen under it stay, the rest follows the server', () => {
  const held = opened();
  const typed = { ...held, draft: { ...held.draft, name: 'Gin' } };
  const newer = { ...stored, name: 'Beefeater 24', price: 9 };
  const after = follow(typed, unit, newer);
  expect(after?.draft).toMatchObject({ name: 'Gin', price: '9.00' });
  expect(after?.seen).toMatchObject({ name: 'Beefeater', price: 9 });
});

test('once the user was told, the typed name may write over the new one', () => {
  const held = opened();
  const typed = { ...held, draft: { ...held.draft, name: 'Gin' } };
  const after = told(typed, { ...stored, name: 'Beefeater 24', price: 9 });
  expect(after.seen).toMatchObject({ name: 'Beefeater 24', price: 9 });
  expect(after.seen && changesOf(after.draft, after.seen, shown, false)).toEqual({ name: 'Gin' });
});

test('another unit is followed with what was typed', () => {
  const held = follow(null, unit, null);
  const typed = held && { ...held, draft: { ...held.draft, name: 'Rum', positions: ['3'] } };
  expect(follow(typed, { ...unit, _id: 'other' }, null)?.draft).toMatchObject({
    name: 'Rum',
    positions: [],
  });
});
