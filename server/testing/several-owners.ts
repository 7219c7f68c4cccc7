/** Test fixture: Kim, a bartender of one owner and a manager of another. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './app.ts';
import { addPerson, joinOwner, type TestPerson } from './people.ts';

export let app: TestApp;
export let rooftop: TestOwner;
export let harbour: TestOwner;
export let foreign: TestOwner;
export let unit: TestUnit;
export let bench: TestUnit;
export let kim: TestPerson;

/** Of each test a Kim of its own. */
export function withTwoOwners(): void {
  beforeAll(async () => {
    app = await startTestApp({ trustProxy: true });
    rooftop = await addOwner(app, 'Rooftop');
    harbour = await addOwner(app, 'Harbour');
    foreign = await addOwner(app, 'Foreign');
    unit = await createUnit(app, rooftop);
    bench = await createUnit(app, harbour);
  });
  beforeEach(async () => {
    kim = await addPerson(app, rooftop, 'bartender');
    await joinOwner(app, harbour, kim, 'manager');
  });
  afterAll(() => app.close());
}

export const as = (owner: TestOwner, version = ''): Record<string, string> => ({
  'x-owner': `${owner.userId} ${version}`.trim(),
});
export const get = (url: string, headers: Record<string, string> = {}, token = kim.token) =>
  app.send('GET', url, { token, headers });
export const venue = (of: TestOwner, headers: Record<string, string> = {}) =>
  get(`/api/venues/${of.venueId}`, headers);
export const memberships = (query = '') => get(`/api/users/me/memberships${query}`);
export const versionAt = async (owner: TestOwner): Promise<string> =>
  (await memberships()).body.find((one: any) => one.ownerId === owner.userId).version;
export const update = (owner: TestOwner, body: object, userId = kim.userId) =>
  app.send('PATCH', `/api/people/${userId}`, { token: owner.token, body });
export const codeOf = (reply: { status: number; body: any }) => [
  reply.status,
  reply.body.error.code,
];
