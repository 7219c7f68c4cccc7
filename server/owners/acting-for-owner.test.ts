/** A super admin who acts for an owner sees what that owner sees. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { addressOf, targets, type Place, settle } from '../testing/endpoint-targets.ts';
import { addSuperAdmin, startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
let place: Place;
let admin: string;

beforeAll(async () => {
  app = await startTestApp();
  place = await settle(app, 'Rooftop');
  await settle(app, 'Harbour');
  admin = await addSuperAdmin(app);
});
afterAll(() => app.close());

const looks = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { method, guarded }]) => method === 'GET' && !guarded && targets[name],
);

const venueFields = [
  'taxPercentage',
  'drinkLimit',
  'publicKey',
  'privateKey',
  'clientGuid',
  'authToken',
  'webhookSecret',
];

/** What super admins are told beside it; all else is the same to the last field. */
const more: { [name in EndpointName]?: string[] } = {
  listVenues: venueFields,
  getVenue: venueFields,
  getVenueAlone: venueFields,
  getVenueWithDrinks: venueFields,
  getSalesReport: ['averageDuration', 'duration'],
};

/** The same value without these fields, at whatever depth. */
const without = (fields: readonly string[], value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) => (fields.includes(name) ? undefined : part)),
  );

test.each(looks)('%s', async (name, call) => {
  const url = addressOf(call, targets[name]?.(place) ?? {});
  const asOwner = await app.send('GET', url, { token: place.owner.token });
  const asAdmin = await app.send('GET', url, { token: admin });
  expect(asOwner.status).toBe(200);
  expect(asAdmin.status).toBe(200);
  if (asOwner.body === undefined) expect(asAdmin.text).toBe(asOwner.text);
  else expect(without(more[name] ?? [], asAdmin.body)).toEqual(asOwner.body);
});
