import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addOwner, addSuperAdmin, createUnit, type TestOwner } from '../testing/app.ts';
import { collide } from '../testing/services/load.ts';
import { app, withApp } from '../testing/with-app.ts';

describe('owners', () => {
  let admin: string;
  const owners: TestOwner[] = [];
  withApp();
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
    for (const letter of 'LKJIHGFEDCBA') owners.push(await addOwner(app, `Owner ${letter}`));
  });

  const page = async (current: number, size = 10) =>
    (
      await app.send(
        'GET',
        `/api/admins/owners?pagination[current]=${current}&pagination[size]=${size}`,
        { token: admin },
      )
    ).body;
  const change = (body: object, id = owners[0]?.userId) =>
    app.send('PUT', `/api/admins/owner/${id}`, { token: admin, body });

  test('lists owners by name, a page at a time, with their venues', async () => {
    const [first, second] = [await page(1), await page(2)];
    expect(first.owners).toHaveLength(10);
    expect(second.owners.map((owner: any) => owner.name)).toEqual(['Owner K', 'Owner L']);
    expect(second.pagination).toEqual({ current: 2, size: 10, total: 12 });
    expect(first.owners[0]).toEqual({
      id: owners.at(-1)?.userId,
      name: 'Owner A',
      email: 'owner.a@example.com',
      isInvited: false,
      venues: [{ id: owners.at(-1)?.venueId, name: 'Owner A Bar' }],
      foundVenueId: null,
    });
    expect(JSON.stringify(first)).not.toMatch(/password|hash/);
  });

  test('returns an owner by id, and 404 for an unknown one', async () => {
    const response = await app.send('GET', `/api/admins/owner/${owners[0]?.userId}`, {
      token: admin,
    });
    expect(response.body).toMatchObject({ name: 'Owner L', email: 'owner.l@example.com' });
    expect((await app.send('GET', '/api/admins/owner/nobody', { token: admin })).status).toBe(404);
  });

  test('a super admin is not listed as an owner', async () => {
    const { id } = await app.db
      .selectFrom('users')
      .select('id')
      .where('account_type', '=', 'SUPER_ADMIN')
      .executeTakeFirstOrThrow();
    expect((await app.send('GET', `/api/admins/owner/${id}`, { token: admin })).status).toBe(404);
    expect((await change({ name: 'x' }, id)).status).toBe(404);
  });

  test('updates name and email, and the owner signs in with the new email', async () => {
    expect((await change({ name: 'Owner Z', email: 'zed@example.com' })).body).toMatchObject({
      name: 'Owner Z',
    });
    expect(await app.login('ZED@example.com')).toEqual(expect.any(String));
    const auditLog = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'owner.updated')
      .executeTakeFirstOrThrow();
    expect(auditLog).toMatchObject({
      on_behalf_of: owners[0]?.userId,
      old_value: { name: 'Owner L', email: 'owner.l@example.com' },
      new_value: { name: 'Owner Z', email: 'zed@example.com' },
    });
  });

  test.each([
    ['email', { email: 'nonsense' }],
    ['email', { email: 'OWNER.A@example.com' }],
    ['name', { name: ' ' }],
  ])('rejects an invalid %s and changes nothing', async (field, body) => {
    const before = await page(2);
    const response = await change(body);
    expect(response.status).toBe(400);
    expect(response.body).toHaveProperty(field);
    expect(await page(2)).toEqual(before);
  });

  test('changes of the name and of the email at the same time are both stored', async () => {
    const id = owners[2]?.userId;
    const replies = await collide(app, sql`select from users where id = ${id} for update`, [
      () => change({ name: 'Jane' }, id),
      () => change({ email: 'jane@example.com' }, id),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await app.send('GET', `/api/admins/owner/${id}`, { token: admin });
    expect(body).toMatchObject({ name: 'Jane', email: 'jane@example.com' });
  });
});

describe('search owners', () => {
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
    await app.db
      .updateTable('units')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .execute();
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

  test('finds owners without accents and by words in any order', async () => {
    await addOwner(app, 'Société Générale');
    expect(await found('generale societe')).toEqual(['Société Générale']);
    expect(await found('GÉNÉRALE soc')).toEqual(['Société Générale']);
  });

  test('an owner and a unit get no list, whatever they search for', async () => {
    const unit = await createUnit(app, rooftop);
    for (const token of [rooftop.token, unit.key]) {
      const response = await app.send('GET', '/api/admins/owners?search=rooftop', { token });
      expect(response.status).toBe(403);
      expect(response.text).not.toContain('Rooftop');
    }
  });
});
