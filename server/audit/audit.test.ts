import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addOwner, addSuperAdmin, createUnit, type TestOwner } from '../testing/app.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('audit', () => {
  let stranger: TestOwner;
  let admin: string;
  withApp({ owner: 'Rooftop' });
  beforeAll(async () => {
    stranger = await addOwner(app, 'Stranger');
    admin = await addSuperAdmin(app);
    await createUnit(app, owner);
    await createUnit(app, stranger);
    await app.send('PUT', `/api/users/venues/${owner.venueId}`, {
      token: admin,
      body: { taxPercentage: 9, privateKey: 'sk_live_secret_of_rooftop' },
    });
  });

  const auditLog = async (token: string, query = '') =>
    app.send('GET', `/api/audit${query}`, { token });

  test('an owner sees who changed what on their resources, with old and new values, and nothing of other owners', async () => {
    const { body } = await auditLog(owner.token);
    expect(body.entries.map((entry: any) => entry.action)).toEqual([
      'venue.updated',
      'unit_key.created',
      'sign_in.succeeded',
      'owner.registered',
    ]);
    expect(body.entries[0]).toMatchObject({
      actor: 'Administrator',
      onBehalfOf: owner.userId,
      target: 'venue Rooftop Bar',
      oldValue: { taxPercentage: 0 },
      newValue: { taxPercentage: 9 },
    });
    expect((await auditLog(owner.token, `?ownerId=${stranger.userId}`)).status).toBe(404);
  });

  test('an owner sees that a credential was changed, but no part of it and no public half', async () => {
    const publicKey = 'pk_live_EXAMPLE000001';
    const clientGuid = '0F3A1111-AAAA-BBBB-CCCC-222222222222';
    const url = `/api/users/venues/${stranger.venueId}`;
    const body = { publicKey, clientGuid, authToken: 'auth-token-of-stranger-4321' };
    expect((await app.send('PUT', url, { token: admin, body })).status).toBe(200);
    const [entry] = (await auditLog(stranger.token)).body.entries;
    expect(entry).toMatchObject({
      oldValue: {},
      newValue: { publicKey: 'changed', clientGuid: 'changed', authToken: 'changed' },
    });
    const csv = await app.send('GET', '/api/audit.csv', { token: stranger.token });
    const expected = { publicKey: '', clientGuid: '', authToken: '' };
    const stale = await app.send('PUT', url, {
      token: stranger.token,
      body: { name: 'Stranger Bar', expected },
    });
    for (const { text } of [csv, stale, await auditLog(stranger.token)]) {
      expect(text).not.toMatch(/EXAMPLE|0F3A1111|4321|••••/);
    }
    expect(csv.text).toContain('publicKey: changed');
    const [seen] = (await auditLog(admin)).body.entries;
    expect(seen.newValue).toEqual({ publicKey, clientGuid, authToken: '••••4321' });
  });

  test('a super admin sees the whole audit log, or that of one owner', async () => {
    expect((await auditLog(admin)).body.entries).toHaveLength(9);
    expect((await auditLog(admin, `?ownerId=${stranger.userId}`)).body.entries).toHaveLength(4);
  });

  test('the audit log can be searched and limited to a time range', async () => {
    expect((await auditLog(admin, '?search=KEY')).body.entries).toHaveLength(2);
    expect((await auditLog(admin, '?search=100%25')).body).toEqual({ entries: [], next: null });
    expect((await auditLog(admin, `?from=${Date.now() + 60_000}`)).body.entries).toEqual([]);
    expect((await auditLog(admin, `?to=${Date.now() + 60_000}`)).body.entries).toHaveLength(9);
    expect((await auditLog(admin, '?from=yesterday')).status).toBe(400);
  });

  test('pages of the audit log follow each other until next is null', async () => {
    const { entries } = (await auditLog(admin)).body;
    const seen = [];
    let next: string | null = null;
    do {
      const start: string = next === null ? '' : `&before=${next}`;
      const { body } = await auditLog(admin, `?pagination[size]=2${start}`);
      seen.push(...body.entries);
      next = body.next;
    } while (next !== null);
    expect(seen).toEqual(entries);
  });

  test('a search stops after ten thousand entries and continues on the next page', async () => {
    const busy = await addOwner(app, 'Busy');
    await sql`
    insert into audit (id, at, actor_name, on_behalf_of, address, action, target, result)
    select gen_random_uuid(), now() - n * interval '1 second', 'Import', ${busy.userId}, '', 'flag.set',
      'unit ' || n, 'done'
    from generate_series(1, 20001) as n`.execute(app.db);
    const found = [];
    const pages = [];
    let query = '?search=unit+20001';
    for (;;) {
      const { body } = await auditLog(busy.token, query);
      found.push(...body.entries.map((entry: any) => entry.target));
      pages.push(body.entries.length);
      if (body.next === null) break;
      query = `?search=unit+20001&before=${body.next}`;
    }
    expect(found).toEqual(['unit 20001']);
    expect(pages).toEqual([0, 0, 1]);
  });

  test.each([
    ['?before=x', 'before'],
    ['?pagination[current]=2', 'pagination.current'],
  ])('%s is refused', async (query, field) => {
    const { status, body } = await auditLog(owner.token, query);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });

  test('a page cannot start at an entry of another owner', async () => {
    const { entries } = (await auditLog(stranger.token)).body;
    expect((await auditLog(owner.token, `?before=${entries[0].id}`)).status).toBe(400);
  });

  test('the audit log never contains a secret, on the page or in the CSV', async () => {
    const csv = await app.send('GET', '/api/audit.csv', { token: owner.token });
    expect(csv.text).toContain('taxPercentage: 9');
    for (const { text } of [csv, await auditLog(admin)]) expect(text).not.toContain('secret_of');
  });
});

/** What entries of the audit log contain, as the owner reads them. */
describe('audited values', () => {
  withApp({ owner: 'Rooftop', unit: 'each' });

  async function send(method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
    const { status, text } = await app.send(method, path, { token: owner.token, body });
    expect(status, text).toBeLessThan(300);
  }

  async function newest() {
    const { body } = await app.send('GET', '/api/audit', { token: owner.token });
    const { action, target, oldValue, newValue, actorId } = body.entries[0];
    expect(actorId).toBe(owner.userId);
    return { action, target, oldValue, newValue };
  }

  const addDrink = (name: string, more: object) =>
    send('POST', '/api/drinks', {
      name,
      venueId: owner.venueId,
      unitId: unit.id,
      price: 7,
      ...more,
    });

  test('a new drink is audited with its price, and its double price where doubles are sold', async () => {
    await addDrink('Rum', { ingredients: [unit.rum], doublePrice: 12 });
    const target = `Rum on unit ${unit.unitNumber}`;
    const entry = { action: 'drink.created', target, oldValue: null, newValue: { price: 7 } };
    expect(await newest()).toEqual(entry);
    await switchFlag(app.db, owner, 'general--double-order');
    await addDrink('Cola', { ingredients: [unit.cola], doublePrice: 12 });
    expect((await newest()).newValue).toEqual({ price: 7, doublePrice: 12 });
  });

  test('an ingredient that is new in a unit is audited with its prices there', async () => {
    const { venueId } = owner;
    const facts = { price: 6, doublePrice: 11 };
    await send('POST', '/api/ingredients', { name: 'Gin', venueId, unitId: unit.id, ...facts });
    const entry = { action: 'ingredient.added', oldValue: null };
    expect(await newest()).toEqual({
      ...entry,
      target: `Gin on unit ${unit.unitNumber}`,
      newValue: facts,
    });
    const other = await createUnit(app, owner);
    await send('PUT', `/api/ingredients/${unit.rum}`, { unitId: other.id, price: 8 });
    expect(await newest()).toEqual({
      ...entry,
      target: `Rum on unit ${other.unitNumber}`,
      newValue: { price: 8, doublePrice: 0 },
    });
  });

  test.each([{ stripeReaderId: 'tmr_2' }, { paxShift4ReaderId: 'pax-2' }])(
    'another card reader of a unit is audited: %j',
    async (changed) => {
      const path = `/api/units/updateUnitDetails/${unit.unitNumber}`;
      const before = { stripeReaderId: 'tmr_1', paxShift4ReaderId: 'pax-1' };
      await send('PUT', path, before);
      await send('PUT', path, changed);
      expect(await newest()).toEqual({
        action: 'unit.readers_updated',
        target: `unit ${unit.unitNumber}`,
        oldValue: before,
        newValue: { ...before, ...changed },
      });
    },
  );
});

describe('persons', () => {
  let admin: string;
  withApp({ owner: 'Rooftop Hospitality' });
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
    await app.db
      .updateTable('users')
      .set({
        name: 'Barback',
        first_name: 'Robin',
        last_name: 'Vale',
        email: 'robin@barback.example',
      })
      .where('account_type', '=', 'SUPER_ADMIN')
      .execute();
    const body = { taxPercentage: 9 };
    await app.send('PUT', `/api/users/venues/${owner.venueId}`, { token: admin, body });
  });

  const robin = { actor: 'Robin Vale', actorEmail: 'robin@barback.example' };
  const entries = async (token: string, query = '') =>
    (await app.send('GET', `/api/audit${query}`, { token })).body.entries;

  test('an entry names the person who acted, and the owner they acted for', async () => {
    for (const token of [owner.token, admin]) {
      const [entry] = await entries(token);
      expect(entry).toMatchObject({
        ...robin,
        actorId: expect.any(String),
        onBehalfOf: owner.userId,
        ownerName: 'Rooftop Hospitality',
      });
      expect(entry.actorId).not.toBe(owner.userId);
    }
  });

  test('an entry keeps the name and email that the person had', async () => {
    const admins = app.db.updateTable('users').where('account_type', '=', 'SUPER_ADMIN');
    await admins.set({ last_name: 'Vale-Lund', email: 'other@barback.example' }).execute();
    expect((await entries(owner.token))[0]).toMatchObject(robin);
    await admins.set({ last_name: 'Vale', email: robin.actorEmail }).execute();
  });

  test('persons are found by name and email, and are in the CSV', async () => {
    for (const text of ['robin vale', 'robin@barback', 'VÁLE robin']) {
      const found = await entries(owner.token, `?search=${encodeURIComponent(text)}`);
      expect(found).toHaveLength(1);
    }
    const csv = await app.send('GET', '/api/audit.csv?search=vale', { token: owner.token });
    expect(csv.text).toContain('Robin Vale');
    expect(csv.text).toContain('robin@barback.example');
  });

  test('entries of an earlier release name the person of the account', async () => {
    const { actor_email: _, ...last } = await app.db
      .selectFrom('audit')
      .selectAll()
      .where('actor_email', '=', robin.actorEmail)
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    const values = { old_value: null, new_value: null };
    const at = new Date(Date.now() + 60_000);
    const old = { ...last, ...values, id, at, actor_name: 'Barback' };
    await app.db.insertInto('audit').values(old).execute();
    for (const token of [admin, owner.token]) {
      const [entry] = await entries(token);
      expect(entry).toMatchObject({ id, ...robin });
    }
  });
});
