/** Pars that are proposed from past nights, through HTTP, on a Saturday at noon. */
import { beforeEach, expect, test } from 'vitest';
import { addNights, saturday, signInAt, withVenue } from '../testing/health.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';

withVenue();

const at = (path: string) => `/api/venues/${owner.venueId}${path}`;
let supplierId: string;
beforeEach(async () => {
  await signInAt(saturday('12:00'));
  const supplier = { name: `Metro ${unit.unitNumber}`, deliveryDays: 1 };
  supplierId = (await send('POST', at('/suppliers'), supplier)).body.id;
  await setSupply({});
});

const setSupply = (body: object) =>
  send('PUT', at(`/ingredients/${unit.rum}/supply`), { supplierId, ...body });
const listed = async () => {
  const { status, text, body } = await send('GET', at('/order-list'));
  expect(status, text).toBe(200);
  return body.find((one: any) => one.ingredientId === unit.rum);
};
const supplier = (body: object) => send('PATCH', at(`/suppliers/${supplierId}`), body);

test('STOCK-05 a par is proposed for the nights until the next delivery and the lead time, in whole cases', async () => {
  await addNights(unit, 20);
  // 160 servings of 45 ml are expected on a Saturday, with a standard deviation of 28: 207 in 95 of 100 nights.
  expect(await listed()).toMatchObject({ par: 10, proposedPar: 10, toOrder: 9 });
  await setSupply({ caseSize: 6 });
  expect(await listed()).toMatchObject({ par: 12, proposedPar: 12, toOrder: 12 });
  await supplier({ leadDays: 7 });
  // The next Saturday too, and what is little on other nights.
  const { proposedPar } = await listed();
  expect(proposedPar).toBeGreaterThanOrEqual(18);
  await setSupply({ par: 3 });
  expect(await listed()).toMatchObject({ par: 3, proposedPar, caseSize: 1 });
});

test('no par is proposed without days between deliveries, or with too few nights', async () => {
  await addNights(unit, 20);
  await supplier({ deliveryDays: null });
  expect(await listed()).toMatchObject({ par: null, proposedPar: null, toOrder: 0 });
  await app.db
    .updateTable('units')
    .set({ created_at: saturday('10:00') })
    .where('id', '=', unit.id)
    .execute();
  await supplier({ deliveryDays: 1 });
  expect(await listed()).toMatchObject({ par: null, proposedPar: null });
});

test('nights on which the venue is closed are not covered', async () => {
  await addNights(unit, 20);
  const night = { closed: true, special: false };
  const marked = await send('PUT', at('/nights/2026-06-13'), night);
  expect(marked.status, marked.text).toBe(200);
  expect(await listed()).toMatchObject({ proposedPar: 0 });
});
