import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type IngredientDraft,
  settleIngredient,
  thresholdOf,
  thresholdText,
  toMl,
} from './ingredient.ts';

const classic = (draft: IngredientDraft) => settleIngredient(draft, 'ROTENDER_CLASSIC');
const beer = (draft: IngredientDraft) => settleIngredient(draft, 'BEERTENDER');

describe('an empty draft', () => {
  test('defaults to a bottle of liquor on a classic unit', () => {
    expect(classic({})).toEqual({
      facts: {
        source: 'carousel',
        baseOrMixer: ['base'],
        category: 'Liquor',
        servingSizeMl: 45,
        sizeMl: 1000,
        pouringTimeMs: null,
      },
    });
  });

  test('defaults to a keg poured by 16 oz on a beer unit', () => {
    expect(beer({})).toMatchObject({ facts: { servingSizeMl: 480, sizeMl: 50_000 } });
  });
});

describe('classic carousel', () => {
  test.each([{ baseOrMixer: [] }, { baseOrMixer: ['base'] as const }, {}])(
    'a base (%o) is liquor of 45 ml, whatever was requested',
    (received) => {
      expect(classic({ ...received, category: 'Wine', servingSize: 150 })).toMatchObject({
        facts: { baseOrMixer: ['base'], category: 'Liquor', servingSizeMl: 45 },
      });
    },
  );

  test.each([{ baseOrMixer: ['mixer'] as const }, { baseOrMixer: ['mixer', 'base'] as const }])(
    'a mixer (%o) keeps its category and serving',
    ({ baseOrMixer }) => {
      expect(classic({ baseOrMixer, category: 'Wine', servingSize: 150 })).toMatchObject({
        facts: { baseOrMixer: [...baseOrMixer].sort(), category: 'Wine', servingSizeMl: 150 },
      });
    },
  );

  test('a mixer that is liquor is poured by 45 ml', () => {
    const received = { baseOrMixer: ['mixer'] as const, servingSize: 150 };
    expect(classic(received)).toMatchObject({ facts: { category: 'Liquor', servingSizeMl: 45 } });
  });
});

describe('soda gun and beer units', () => {
  test('the soda gun holds mixers only, in servings of any size', () => {
    const received = { source: 'soda gun', baseOrMixer: ['base'], servingSize: 120 } as const;
    expect(classic(received)).toMatchObject({
      facts: { baseOrMixer: ['mixer'], category: 'Liquor', servingSizeMl: 120 },
    });
  });

  test('a beer keeps its category, serving and pouring time', () => {
    const received = { category: 'Beer', servingSize: 360, ingredientPouringTime: 17_500 } as const;
    expect(beer(received)).toMatchObject({
      facts: { category: 'Beer', servingSizeMl: 360, pouringTimeMs: 17_500 },
    });
  });

  test('a beer unit has no soda gun', () => {
    expect(beer({ source: 'soda gun' })).toEqual({ problems: { source: expect.any(String) } });
  });

  test('rounds sizes to a hundredth and rejects a size of zero', () => {
    expect(classic({ source: 'soda gun', ingredientSize: 3 * 3.78541 * 1000 })).toMatchObject({
      facts: { sizeMl: 11_356.23 },
    });
    const nothing = { source: 'soda gun', servingSize: 0.004, ingredientSize: 0.001 } as const;
    expect(classic(nothing)).toEqual({
      problems: { servingSize: expect.any(String), ingredientSize: expect.any(String) },
    });
  });
});

test('settling an ingredient twice changes nothing', () => {
  const draft = fc.record(
    {
      source: fc.constantFrom('carousel', 'soda gun'),
      baseOrMixer: fc.subarray<'base' | 'mixer'>(['base', 'mixer'], { minLength: 0 }),
      category: fc.constantFrom('Beer', 'Liquor', 'Wine', 'Syrup/Puree'),
      servingSize: fc.double({ min: 0.01, max: 5000, noNaN: true }),
      ingredientSize: fc.double({ min: 0.01, max: 200_000, noNaN: true }),
      ingredientPouringTime: fc.option(fc.integer({ min: 5000, max: 30_000 })),
    },
    { requiredKeys: [] },
  );
  const unit = fc.constantFrom('ROTENDER_CLASSIC', 'BEERTENDER');
  fc.assert(
    fc.property(draft, unit, (received, category) => {
      const once = settleIngredient(received, category);
      if ('problems' in once) return;
      const { servingSizeMl, sizeMl, pouringTimeMs, ...facts } = once.facts;
      const again = settleIngredient(
        {
          ...facts,
          servingSize: servingSizeMl,
          ingredientSize: sizeMl,
          ingredientPouringTime: pouringTimeMs,
        },
        category,
      );
      expect(again).toEqual(once);
      if (facts.source === 'soda gun') expect(facts.baseOrMixer).toEqual(['mixer']);
    }),
  );
});

test.each([
  ['150', '100'],
  ['-5', '0'],
  ['abc', '0'],
  ['1e9', '100'],
  ['', ''],
  [' 30 ', '30'],
  ['05', '5'],
  ['12.6', '13'],
  ['15,', '15,'],
  ['15,6', '16'],
  ['-', '-'],
])('typing %j shows %j', (typed, shown) => {
  expect(thresholdText(typed)).toBe(shown);
});

test.each([
  ['', null],
  ['-', 0],
  ['0', 0],
  ['100', 100],
  ['15.', 15],
  ['150,', 100],
])('a field with %j is %j percent', (text, percent) => {
  expect(thresholdOf(text)).toBe(percent);
});

test('an ounce is 30 ml, as in the sizes of servings', () => {
  expect([toMl(1.5, 'oz'), toMl(0.333, 'oz'), toMl(45.678, 'ml')]).toEqual([45, 9.99, 45.68]);
});
