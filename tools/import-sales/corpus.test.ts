/**
 * Files as other systems and people write them. To add one, put NAME.csv and NAME.json into the folder: what it is like,
 * the options, what has to be decided without them, and what is stored with them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ImportTest } from '../testing/import.ts';

interface Expected {
  about: string;
  options?: string[];
  /** Decisions that are missing when no option is given. */
  asks?: ('dates' | 'decimal sign' | 'state' | 'column' | 'below zero')[];
  /** Known system that the file is from. */
  system?: string;
  stored: number;
  refunded?: number;
  leftOut?: number;
  rejected?: number;
  /** Dollars, without refunded sales, before tax and tips. */
  total: number;
  first?: string;
  last?: string;
  /** Price of one in cents, by name; several where it varies. */
  drinks: Record<string, number | number[]>;
}

const folder = join(import.meta.dirname, 'corpus');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.csv'))
  .map((name) => name.slice(0, -'.csv'.length));

const optionOf = {
  dates: '--dates',
  'decimal sign': '--decimal',
  state: '--state',
  column: '--map',
  'below zero': '--below-zero',
};

let here: ImportTest;

beforeAll(async () => {
  here = await ImportTest.start();
});
beforeEach(() => here.renewUnit());
afterAll(() => here.close());

const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

describe.each(names)('%s', (name) => {
  const expected: Expected = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const { options = [], asks = [], refunded = 0, leftOut = 0, rejected = 0 } = expected;

  const run = async (...more: string[]) => {
    await copyFile(join(folder, `${name}.csv`), here.path(`${name}.csv`));
    return here.run([`${name}.csv`, ...here.into(), ...more]);
  };
  const counts = (stored: string) =>
    `${expected.stored} ${stored}, 0 already there, ${rejected} rejected` +
    (leftOut > 0 ? `, ${leftOut} left out` : '');

  const ifAsked = asks.length > 0 ? test : () => undefined;
  ifAsked('asks, and stores nothing before it is decided', async () => {
    for (const isDry of [true, false]) {
      const ran = await run(...(isDry ? ['--dry-run'] : []));
      expect(ran.code).toBe(1);
      for (const about of asks) expect(ran.out + ran.err).toContain(optionOf[about]);
    }
    expect(await here.sold()).toEqual([]);
  });

  test(expected.about, async () => {
    const preview = await run(...options, '--dry-run');
    expect(preview, preview.out).toMatchObject({ code: 0, err: '' });
    expect(preview.out).toContain(counts('to store'));
    if (expected.system) expect(preview.out).toContain(`It is from ${expected.system}.`);
    expect(await here.sold()).toEqual([]);

    const ran = await run(...options);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toContain(`Sales: ${counts('stored')}.`);
    expect(ran.out).toContain(`Total amount stored: ${dollars(expected.total)}`);
    if (refunded > 0)
      expect(ran.out).toContain(`Refunded since, and not in the total: ${refunded}.`);
    const sold = await here.sold();
    expect(sold).toHaveLength(expected.stored);
    if (expected.first) expect(sold[0]?.[0]).toBe(expected.first);
    if (expected.last) expect(sold.at(-1)?.[0]).toBe(expected.last);
    const prices = Object.entries(expected.drinks).flatMap(([drink, price]) =>
      [price].flat().map((cents) => `${drink} ${cents}`),
    );
    expect(new Set(sold.map(([, drink, , cents]) => `${drink} ${cents}`))).toEqual(new Set(prices));

    const again = await run(...options);
    expect(again.out).toContain('Sales: 0 stored');
    expect(await here.sold()).toEqual(sold);
  });
});
