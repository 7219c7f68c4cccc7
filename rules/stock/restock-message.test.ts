import { expect, test } from 'vitest';
import { restockMessage } from './restock-message.ts';

const campari = {
  venueName: 'Rooftop Bar',
  unit: { unitNumber: 1042, name: null },
  ingredientName: 'Campari',
};

test('names the location, the ingredient and the remaining percentage', () => {
  expect(restockMessage({ ...campari, percent: 18 })).toEqual({
    subject: 'Campari is at 18% in unit 1042',
    text: 'Rooftop Bar, unit 1042: Campari is at 18%. Restock it soon.',
  });
});

test('states that nothing is left', () => {
  expect(restockMessage({ ...campari, percent: 0 })).toEqual({
    subject: 'Campari is out in unit 1042',
    text: 'Rooftop Bar, unit 1042: Campari is out. Restock it now.',
  });
});

test('states the name of the unit with its number', () => {
  const unit = { unitNumber: 1042, name: 'Rooftop left' };
  expect(restockMessage({ ...campari, unit, percent: 18 })).toEqual({
    subject: 'Campari is at 18% in unit 1042 (Rooftop left)',
    text: 'Rooftop Bar, unit 1042 (Rooftop left): Campari is at 18%. Restock it soon.',
  });
});
