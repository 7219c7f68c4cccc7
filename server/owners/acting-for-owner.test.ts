/** A super admin who acts for an owner gets the same responses as that owner. */
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { addressOf, targets } from '../testing/endpoint-targets.ts';
import { type Place, settle } from '../testing/places.ts';
import { app, withApp } from '../testing/with-app.ts';
import { addSuperAdmin } from '../testing/app.ts';

let place: Place;
let admin: string;

withApp({ now: new Date('2026-06-20T12:00:00Z') });
beforeAll(async () => {
  place = await settle(app, 'Rooftop');
  await settle(app, 'Harbour');
  admin = await addSuperAdmin(app);
});

const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
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

/** Additional fields for super admins; all others are identical. */
const more: { [name in EndpointName]?: string[] } = {
  listVenues: venueFields,
  getVenue: venueFields,
  getVenueAlone: venueFields,
  getVenueWithDrinks: venueFields,
  getSalesReport: ['averageDuration', 'duration'],
  getOrder: ['duration'],
};

/** Removes these fields at any depth. */
const without = (fields: readonly string[], value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) => (fields.includes(name) ? undefined : part)),
  );

test.each(reads)(
  "%s returns an owner's data to a super admin who acts for that owner",
  async (name, call) => {
    const url = addressOf(call, targets[name]?.(place) ?? {});
    const asOwner = await app.send('GET', url, { token: place.owner.token });
    const asAdmin = await app.send('GET', url, { token: admin });
    expect(asOwner.status).toBe(200);
    expect(asAdmin.status).toBe(200);
    if (asOwner.body === undefined) expect(asAdmin.text).toBe(asOwner.text);
    else expect(without(more[name] ?? [], asAdmin.body)).toEqual(asOwner.body);
  },
);
