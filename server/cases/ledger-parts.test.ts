import { expect, test } from 'vitest';
import { toCents } from '../../lib/money.ts';
import { amountOfPart, ledgerParts } from '../../rules/cases/ledger-parts.ts';
import { addPerson } from '../testing/accounts.ts';
import { caseOf, fail, resolve, withRefunds } from '../testing/refunds.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withRefunds();

const days = () => `from=2024-06-30&to=2024-07-01&timezone=UTC&unitId=${unit.unitNumber}`;
const read = async (path: string, token = owner.token) =>
  (await app.send('GET', `/api/venues/${owner.venueId}/${path}&${days()}`, { token })).body;

const failTwo = async (): Promise<string> =>
  (await caseOf(await fail({ quantity: 2, successQuantity: 0 }))).id;

test('PROOF-01: every figure of the ledger has cases whose shares add up to it', async () => {
  for (const resolution of ['refunded', 'remade', 'kept', 'meter', 'declined'])
    expect((await resolve(await failTwo(), { resolution })).status).toBe(200);
  // One glass of two is refunded; the other is still owed, or was made again.
  for (const rest of [null, 'remade']) {
    const id = await failTwo();
    expect((await resolve(id, { resolution: 'refunded', glasses: 1 })).status).toBe(200);
    if (rest) expect((await resolve(id, { resolution: rest })).status).toBe(200);
  }
  // More than what is owed goes back.
  const half = await caseOf(await fail({ quantity: 2, successQuantity: 1 }));
  expect((await resolve(half.id, { resolution: 'refunded', wholeLine: true })).status).toBe(200);

  const ledger = await read('ledger?');
  for (const part of ledgerParts) {
    const { cases, sum } = await read(`cases?part=${part}`);
    const cents = cases.reduce(
      (total: number, one: any) => total + toCents(amountOfPart(part, one) ?? 0),
      0,
    );
    expect([part, cents]).toEqual([part, toCents(ledger[part])]);
    expect(sum).toEqual({ cases: cases.length, amount: ledger[part] });
    expect(cases.length).toBeGreaterThan(0);
  }
  expect(ledger.charged).toBeGreaterThan(ledger.returned);
});

test('pages of the cases of a figure have its whole sum, and no amount for those who see none', async () => {
  const ids = [await failTwo(), await failTwo(), await failTwo()];
  const first = await read('cases?part=owed&pagination[size]=2');
  const second = await read(`cases?part=owed&pagination[size]=2&before=${first.cases.at(-1).id}`);
  expect([...first.cases, ...second.cases].map(({ id }: { id: string }) => id).toSorted()).toEqual(
    ids.toSorted(),
  );
  for (const { sum } of [first, second]) expect(sum).toEqual({ cases: 3, amount: 54 });
  const bartender = await addPerson(app, owner, 'bartender');
  expect((await read('cases?part=owed', bartender.token)).sum).toEqual({ cases: 3 });
  expect((await read('cases?state=open')).sum).toBeUndefined();
});
