import { assert, constantFrom, integer, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { owedCents } from './owed.ts';

const line = { priceCents: 950, quantity: 3, failed: 2, taxCents: 253, tipCents: 0 };
const owed = (more: Partial<typeof line>, isNothingPoured = false): number =>
  owedCents({ ...line, ...more }, { isNothingPoured });

test('FAIL-01 two of three glasses at $9.50 with $2.53 of tax owe $20.68: the last two shares of the tax', () => {
  expect(owed({})).toBe(2068);
  expect(owed({ failed: 1 })).toBe(950 + 84);
});

test('a sale of which nothing was poured owes its tip too', () => {
  expect(owed({ failed: 3, tipCents: 400 }, true)).toBe(3503);
  expect(owed({ failed: 3, tipCents: 400 })).toBe(3103);
});

test('a free drink owes nothing', () => {
  expect(owed({ priceCents: 0, taxCents: 0, tipCents: 400, failed: 3 }, true)).toBe(0);
});

test('the glasses that were poured and those that were not add up to the line', () => {
  assert(
    property(
      constantFrom(1, 250, 900, 1337),
      integer({ min: 2, max: 100 }),
      nat(5000),
      (priceCents, quantity, taxCents) => {
        const failing = (failed: number) => owed({ priceCents, quantity, taxCents, failed });
        for (let failed = 1; failed < quantity; failed += 1) {
          const more = failing(failed + 1) - failing(failed);
          // One glass: its price, and a share of the tax that is a cent more at most than that of a later one.
          expect(more - priceCents - Math.floor(taxCents / quantity)).toBeOneOf([0, 1]);
        }
        expect(failing(quantity)).toBe(priceCents * quantity + taxCents);
      },
    ),
  );
});
