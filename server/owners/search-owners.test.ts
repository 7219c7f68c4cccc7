import { beforeAll, expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, addSuperAdmin, createUnit, type TestOwner } from '../testing/app.ts';

let admin: string;
let rooftop: TestOwner;
let grill: TestOwner;
let percent: TestOwner;

withApp();
beforeAll(async () => {
  admin = await addSuperAdmin(app);
  rooftop = await addOwner(app, 'Rooftop');
  grill = await addOwner(app, 'Zest & Grill');
  percent = await addOwner(app, '100% Proof_A');
});

const look = async (search: string, paging = '') => {
  const url = `/api/admins/owners?search=${encodeURIComponent(search)}${paging}`;
  return (await app.send('GET', url, { token: admin })).body;
};
const found = async (search: string): Promise<string[]> =>
  (await look(search)).owners.map(({ name }: { name: string }) => name);

test('finds owners by a part of their name or email, in any case', async () => {
  expect(await found('OOFT')).toEqual(['Rooftop']);
  expect(await found(' rooftop@example ')).toEqual(['Rooftop']);
  expect(await found('nothing of the kind')).toEqual([]);
});

test('finds an owner by a venue and names the venue', async () => {
  const body = { name: 'Cellar Eleven', ownerId: grill.userId };
  const venue = await app.send('POST', '/api/users/venues', { token: admin, body });
  expect(venue.status).toBe(201);
  const { owners } = await look('r elev');
  expect(owners).toMatchObject([{ name: 'Zest & Grill', foundVenueId: venue.body.id }]);
  expect(owners[0].venues).toHaveLength(2);
  expect((await look('zest &')).owners[0].foundVenueId).toBe(grill.venueId);
});

test('finds an owner by the first digits of a unit, not by a deleted unit', async () => {
  const { id, unitNumber } = await createUnit(app, percent);
  expect((await look(String(unitNumber))).owners).toMatchObject([
    { name: '100% Proof_A', foundVenueId: percent.venueId },
  ]);
  expect(await found(String(unitNumber).slice(0, 3))).toEqual(['100% Proof_A']);
  await app.db.updateTable('units').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  expect(await found(String(unitNumber))).toEqual([]);
});

test('a wildcard in the text stands for itself', async () => {
  expect(await found('%')).toEqual(['100% Proof_A']);
  expect(await found('f_a')).toEqual(['100% Proof_A']);
  expect(await found('_o')).toEqual([]);
  expect(await found("'")).toEqual([]);
});

test('those whose name begins with the text come first, then the others by name', async () => {
  await addOwner(app, 'Bar None');
  expect(await found('bar')).toEqual(['Bar None', '100% Proof_A', 'Rooftop', 'Zest & Grill']);
});

test('pages of a search state the number of all matches, also after the last one', async () => {
  const paging = (page: number) => `&pagination[size]=2&pagination[current]=${page}`;
  const pages = await Promise.all([1, 2, 3].map((page) => look('bar', paging(page))));
  expect(pages.map(({ owners }) => owners.length)).toEqual([2, 2, 0]);
  expect(pages.map(({ pagination }) => pagination.total)).toEqual([4, 4, 4]);
});

test('an owner and a unit get no list, whatever they search for', async () => {
  const unit = await createUnit(app, rooftop);
  for (const token of [rooftop.token, unit.key]) {
    const response = await app.send('GET', '/api/admins/owners?search=rooftop', { token });
    expect(response.status).toBe(403);
    expect(response.text).not.toContain('Rooftop');
  }
});
