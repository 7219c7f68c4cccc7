/** The preview of a role is what a member of that role gets, and changes nothing. */
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { Role } from '../../rules/permissions/roles.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { addressOf, targets } from '../testing/endpoint-targets.ts';
import { type Place, settle, settleBeside } from '../testing/places.ts';
import { addPerson } from '../testing/accounts.ts';

let place: Place;
let beside: Place;
let theirs: Place;

withApp({ now: new Date('2026-06-20T12:00:00Z') });
beforeAll(async () => {
  place = await settle(app, 'Rooftop');
  beside = await settleBeside(app, place, 'Terrace');
  theirs = await settle(app, 'Harbour');
});

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const changes = ({ method, guarded, reads }: Endpoint): boolean =>
  (method !== 'GET' && reads !== true) || guarded === true;
/** Of the caller's own account, which has devices and a password of its own. */
const own: readonly EndpointName[] = ['listSessions', 'getSecondFactor', 'listMemberships'];

/** Sends a request for each endpoint of a place that matches. */
async function answers(
  at: Place,
  token: string,
  headers: Record<string, string>,
  which: (endpoint: Endpoint) => boolean,
): Promise<Record<string, [number, string]>> {
  const found: Record<string, [number, string]> = {};
  for (const [name, endpoint] of all) {
    const aim = targets[name]?.(at);
    if (!which(endpoint) || own.includes(name) || !aim) continue;
    const { body } = aim;
    const { status, text } = await app.send(endpoint.method, addressOf(endpoint, aim), {
      token,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    // The id of a request differs.
    found[name] = [status, text.replace(/"requestId":"[^"]*"/, '')];
  }
  return found;
}

const reading = (endpoint: Endpoint): boolean => !changes(endpoint);

test.each<[Role, boolean]>([
  ['manager', false],
  ['bartender', true],
  ['accountant', false],
])(
  'a preview as a %s, with one venue: %s, equals what such a person gets',
  async (role, limited) => {
    const venueIds = limited ? [place.owner.venueId] : null;
    const person = await addPerson(app, place.owner, role, venueIds);
    const header = { 'x-preview': limited ? `${role} ${place.owner.venueId}` : role };
    for (const at of [place, limited ? beside : theirs]) {
      const previewed = await answers(at, place.owner.token, header, reading);
      expect(Object.keys(previewed).length).toBeGreaterThan(20);
      expect(previewed).toEqual(await answers(at, person.token, {}, reading));
    }
  },
);

test('what the owner allows shows in the preview, as it does to the role', async () => {
  const settings = { bartendersSeeMoney: true };
  await app.send('PATCH', '/api/people/settings', { token: place.owner.token, body: settings });
  const path = `/api/orders/${place.orderId}`;
  const headers = { 'x-preview': 'bartender' };
  const shown = await app.send('GET', path, { token: place.owner.token, headers });
  expect(shown.text).toContain('"price":');
});

test('no change passes in a preview, and each is refused with a sentence', async () => {
  const rows = async () => (await app.db.selectFrom('audit').select('id').execute()).length;
  const before = await rows();
  const headers = { 'x-preview': 'owner' };
  const refused = await answers(place, place.owner.token, headers, changes);
  expect(Object.keys(refused).length).toBeGreaterThan(20);
  for (const [name, answer] of Object.entries(refused)) {
    expect(answer[0], name).toBe(403);
    expect(answer[1], name).toMatch(
      /preview: nothing can be changed|Only super admin|not allowed/i,
    );
  }
  expect(await rows()).toBe(before);
  for (const [name, endpoint] of all.filter(([, each]) => changes(each))) {
    const { status } = await app.send(endpoint.method, endpoint.path, {
      token: place.owner.token,
      headers,
      body: {},
    });
    expect(endpoint.hidden === true ? [404] : [401, 403], name).toContain(status);
  }
});

test('only those who manage people may preview, of their own owner', async () => {
  const preview = async (token: string | undefined, text: string, more = {}) => {
    const options = { headers: { 'x-preview': text, ...more } };
    return (await app.send('GET', '/api/version', token ? { ...options, token } : options)).status;
  };
  const manager = await addPerson(app, place.owner, 'manager');
  const coOwner = await addPerson(app, place.owner, 'owner');
  expect(await preview(coOwner.token, 'bartender')).toBe(200);
  expect(await preview(manager.token, 'bartender')).toBe(403);
  expect(await preview(undefined, 'bartender')).toBe(403);
  for (const text of ['', 'admin', 'bartender  x', '\u00FF'])
    expect(await preview(place.owner.token, text), text).toBe(400);
  for (const id of ['x', theirs.owner.venueId])
    expect(await preview(place.owner.token, `bartender ${id}`), id).toBe(404);
});

test('a super admin previews a role of the owner they act for, and of no other', async () => {
  const token = await addSuperAdmin(app);
  const { userId: ownerId } = place.owner;
  const path = `/api/users/${ownerId}/venues`;
  const headers = { 'x-preview': 'bartender', 'x-acting-for': ownerId };
  const send = (sent: Record<string, string>) => app.send('GET', path, { token, headers: sent });
  expect((await send({ 'x-preview': 'bartender' })).status).toBe(403);
  expect((await send(headers)).status).toBe(403);
  await app.send('POST', '/api/admins/acting', { token, body: { ownerId, reason: 'Help' } });
  const bartender = await addPerson(app, place.owner, 'bartender');
  const real = await app.send('GET', path, { token: bartender.token });
  expect((await send(headers)).text).toBe(real.text);
});
