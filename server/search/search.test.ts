import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, addSuperAdmin, createUnit } from '../testing/app.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

withApp({ owner: { each: 'Group' }, unit: 'each' });

async function search(q: string, token = owner.token, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ q, ...more });
  const { status, body } = await app.send('GET', `/api/search?${query.toString()}`, {
    token,
  });
  return { status, body, found: (body.results ?? []).map(describe) };
}

const describe = ({ kind, text }: { kind: string; text: string }) => `${kind} ${text}`;

const addVenue = async (name: string): Promise<string> => {
  const { body } = await app.send('POST', '/api/users/venues', {
    token: owner.token,
    body: { name },
  });
  return body.id;
};

const renameDrink = (name: string) =>
  app.send('PUT', `/api/drinks/${unit.cubaLibre}`, { token: owner.token, body: { name } });

test('CMD-01 a unit is found by its number, a drink by the start of its name without accents', async () => {
  expect((await search(String(unit.unitNumber))).found).toContain(`unit Unit ${unit.unitNumber}`);
  expect((await search(`UNIT ${unit.unitNumber}`)).found).toEqual([`unit Unit ${unit.unitNumber}`]);
  expect((await renameDrink('Pátron Sour')).status).toBe(200);
  const { body } = await search('patr');
  expect(body.results).toEqual([
    {
      kind: 'drink',
      id: unit.cubaLibre,
      text: 'Pátron Sour',
      detail: expect.stringContaining(`Unit ${unit.unitNumber}, `),
      link: `/drink-menu?venue=${owner.venueId}&drink=${unit.cubaLibre}`,
    },
  ]);
  expect((await search('sour PÁTR')).found).toEqual(['drink Pátron Sour']);
  expect((await search('patr cola')).found).toEqual([]);
});

test('characters of patterns are searched for as they are', async () => {
  expect((await search('%')).found).toEqual([]);
  expect((await search('_')).found).toEqual([]);
  await renameDrink('50% off_');
  expect((await search('50%')).found).toEqual(['drink 50% off_']);
});

test('CMD-02 nothing of another owner is found', async () => {
  const other = await addOwner(app, `Others ${Math.random()}`);
  const others = await createUnit(app, other);
  const texts = ['unit', 'rum', 'cuba', String(others.unitNumber), other.email];
  for (const text of texts) {
    const { body } = await search(text);
    expect(JSON.stringify(body)).not.toContain(other.venueId);
    expect(JSON.stringify(body)).not.toContain(other.email);
  }
  expect((await search('rum', owner.token, { ownerId: other.userId })).status).toBe(404);
});

test('CMD-02 a member finds what is in the own venues, and only what the role may open', async () => {
  const second = await addVenue('Beach Bar');
  const there = await createUnit(app, { ...owner, venueId: second });
  const bartender = await addPerson(app, owner, 'bartender', [second]);
  const found = await search('unit', bartender.token);
  expect(found.found).toEqual([`unit Unit ${there.unitNumber}`]);
  const all = await search('rum', bartender.token);
  expect(all.found).toContain('ingredient Rum');
  expect(JSON.stringify(all.body)).not.toContain(owner.venueId);
  expect(all.body.results.map(({ link }: { link: string }) => link)).toEqual([
    `/add-drink?venue=${second}&unit=${there.unitNumber}&ingredient=${there.rum}`,
  ]);
  for (const text of ['cuba', 'beach', owner.email]) {
    expect((await search(text, bartender.token)).found, text).toEqual([]);
  }
  const accountant = await addPerson(app, owner, 'accountant');
  for (const text of ['unit', 'rum', 'cuba', 'beach', owner.email]) {
    expect((await search(text, accountant.token)).found, text).toEqual([]);
  }
});

test('a super admin names the owner whose venues are searched', async () => {
  const admin = await addSuperAdmin(app);
  expect((await search('cuba', admin)).status).toBe(400);
  const { found } = await search('cuba', admin, { ownerId: owner.userId });
  expect(found).toEqual(['drink Cuba Libre']);
});

test('venues and people are found by an owner', async () => {
  await addVenue('Beach Bar');
  const { body } = await search('beach');
  expect(body.results).toEqual([
    {
      kind: 'venue',
      id: expect.any(String),
      text: 'Beach Bar',
      detail: 'Venue',
      link: expect.any(String),
    },
  ]);
  const person = await addPerson(app, owner, 'manager');
  const { found } = await search(person.email);
  expect(found).toEqual([expect.stringMatching(/^person /)]);
});

test('a drink of one name in two units is found once', async () => {
  await createUnit(app, owner);
  const { body } = await search('cuba');
  expect(body.results).toMatchObject([
    { text: 'Cuba Libre', detail: expect.stringMatching(/^2 units, /) },
  ]);
});

test('an empty or long query is refused', async () => {
  expect((await search(' ')).status).toBe(400);
  expect((await search('a'.repeat(101))).status).toBe(400);
});
