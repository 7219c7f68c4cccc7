import { describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

const { expected: _, ...shape } = endpoints.updateUnitDetails.body.shape;
const { shape: readerShape } = endpoints.updateUnit.body.shape.stripeReader.unwrap();

const samples: Record<keyof typeof shape, unknown> = {
  name: 'Rooftop left',
  model: 'MENU',
  contacts: ['+14155552671'],
  discountRate: 0.25,
  idCheckingServiceHostName: 'ids.example.com',
  homeHelperText: 'Tap your card',
  homeButtonImage: 'button.png',
  stripeReaderId: 'tmr_sample',
  paxShift4ReaderId: 'pax-sample',
};
const readerSamples: Record<keyof typeof readerShape, string> = {
  serialNumber: 'SN-1',
  displayName: 'Bar left',
  addressLine1: '1 Main Street',
  city: 'Portland',
  state: 'OR',
  country: 'US',
  zipCode: '97201',
};

withApp({ owner: 'Rooftop', unit: 'each' });

const see = async () => {
  const url = `/api/venues/${owner.venueId}/units`;
  const { body } = await app.send('GET', url, { token: owner.token });
  return body.find((each: { _id: string }) => each._id === unit.id);
};
const change = (url: string, body: object) => app.send('PUT', url, { token: owner.token, body });

describe.each([
  ['/api/units/updateUnitDetails/', shape, (changes: object) => changes],
  [
    '/api/units/',
    endpoints.updateUnit.body.shape.unit.unwrap().omit({ expected: true }).shape,
    (changes: object) => ({ unit: changes }),
  ],
])('PUT %s{unitNumber}', (path, accepted, bodyOf) => {
  test.each(Object.keys(accepted))('stores %s of a unit', async (field) => {
    const sample = new Map(Object.entries(samples)).get(field);
    expect(sample, `no sample value for ${field}`).toBeDefined();
    const before = await see();
    expect(before[field]).not.toEqual(sample);
    const body = bodyOf({ [field]: sample, expected: { [field]: before[field] } });
    expect(await change(path + unit.unitNumber, body)).toMatchObject({ status: 200 });
    expect(await see()).toEqual({ ...before, [field]: sample });
  });
});

test.each(Object.keys(readerShape))('stores %s of a card reader', async (field) => {
  const sample = new Map(Object.entries(readerSamples)).get(field);
  expect(sample, `no sample value for ${field}`).toBeDefined();
  const body = { unit: { stripeReaderId: 'tmr_1' }, stripeReader: { [field]: sample } };
  expect(await change(`/api/units/${unit.unitNumber}`, body)).toMatchObject({ status: 200 });
  const url = `/api/stripe-readers/tmr_1?unitId=${unit.id}`;
  expect((await app.send('GET', url, { token: owner.token })).body[field]).toBe(sample);
});

test.each([
  ['NUL', 'Front\u0000bar'],
  ['a direction override', 'Front\u202ebar'],
  ['10,000 characters', 'x'.repeat(10_000)],
])('the record of a card reader takes no %s', async (_, displayName) => {
  const response = await app.send('PUT', `/api/units/${unit.unitNumber}`, {
    token: owner.token,
    body: { stripeReader: { displayName } },
  });
  expect(response.status).toBe(400);
});
