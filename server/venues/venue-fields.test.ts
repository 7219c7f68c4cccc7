import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { app, owner, withApp } from '../testing/with-app.ts';
import { addSuperAdmin } from '../testing/app.ts';

const { expected: _, ...shape } = endpoints.updateVenue.body.shape;

const samples: Record<keyof typeof shape, { sent: unknown; read?: unknown }> = {
  name: { sent: 'Skyline' },
  taxPercentage: { sent: 8.875 },
  drinkLimit: { sent: { quantity: 2, minutes: 120 } },
  publicKey: { sent: 'pk_live_sample' },
  privateKey: { sent: 'sk_live_sample_1111', read: '••••1111' },
  clientGuid: { sent: 'guid-of-the-venue' },
  authToken: { sent: 'auth_token_sample_2222', read: '••••2222' },
  webhookSecret: { sent: 'whsec_sample_3333', read: '••••3333' },
};

let admin: string;
withApp({ owner: 'Rooftop' });
beforeAll(async () => {
  admin = await addSuperAdmin(app);
});

test.each(Object.keys(shape))('an update of a venue stores %s', async (field) => {
  const sample = new Map(Object.entries(samples)).get(field);
  expect(sample, `no sample value for ${field}`).toBeDefined();
  const url = `/api/users/venues/${owner.venueId}`;
  const read = sample?.read ?? sample?.sent;
  const before = await app.send('GET', url, { token: admin });
  expect(before.body[field]).not.toEqual(read);
  const body = { [field]: sample?.sent, expected: { [field]: before.body[field] } };
  expect(await app.send('PUT', url, { token: admin, body })).toMatchObject({ status: 200 });
  const after = await app.send('GET', url, { token: admin });
  expect(after.body).toEqual({ ...before.body, [field]: read });
});
