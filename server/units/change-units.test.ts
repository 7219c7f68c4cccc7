import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, createUnit } from '../testing/app.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

withApp({ owner: { each: 'Rooftop' }, unit: 'each' });

let numbers: number[] = [];
beforeEach(async () => {
  const other = await createUnit(app, owner);
  numbers = [unit.unitNumber, other.unitNumber];
});

const change = async (body: object, units: readonly (string | number)[] = numbers) => {
  const path = `/api/venues/${owner.venueId}/units/changes`;
  const { token } = owner;
  return app.send('POST', path, { token, body: { units: units.map(String), ...body } });
};
const health = async () => {
  const { body } = await app.send('GET', `/api/venues/${owner.venueId}/health`, owner);
  return (body as EndpointResponse<'getVenueHealth'>).units;
};
const units = async () => {
  const { body } = await app.send('GET', `/api/venues/${owner.venueId}/units`, owner);
  return body as EndpointResponse<'listUnits'>;
};

describe('a change of several units', () => {
  test('pauses them for maintenance, and ends it', async () => {
    const paused = await change({ maintenance: { minutes: 45, reason: 'cleaning' } });
    expect(paused.status, paused.text).toBe(200);
    expect(paused.body.units).toMatchObject(
      numbers.map((unitNumber) => ({ unitNumber, status: 200, message: '' })),
    );
    expect((await health()).map(({ inMaintenance }) => inMaintenance?.reason)).toEqual([
      'cleaning',
      'cleaning',
    ]);
    await change({ maintenance: null }, [unit.id]);
    const left = (await health()).filter(({ inMaintenance }) => inMaintenance !== null);
    expect(left.map(({ unitNumber }) => unitNumber)).toEqual([numbers[1]]);
  });

  test('changes fields of them, each with its entry in the log', async () => {
    await change({ changes: { discountRate: 0.25, homeHelperText: 'Tap to order' } });
    expect(await units()).toMatchObject([
      { discountRate: 0.25, homeHelperText: 'Tap to order' },
      { discountRate: 0.25, homeHelperText: 'Tap to order' },
    ]);
    const { body } = await app.send('GET', '/api/audit', owner);
    const changed = body.entries.filter(
      ({ action }: { action: string }) => action === 'unit.discount_updated',
    );
    expect(changed).toHaveLength(2);
  });

  test('is refused as a whole for units that the venue does not have, and for one named twice', async () => {
    const stranger = await addOwner(app, `Stranger of ${owner.venueId}`);
    const theirs = await createUnit(app, stranger);
    const changes = { homeHelperText: 'Taken over' };
    for (const named of [[unit.id, theirs.id], [theirs.unitNumber], ['nothing']])
      expect((await change({ changes }, named)).status).toBe(404);
    expect((await change({ changes }, [unit.id, unit.unitNumber])).status).toBe(400);
    expect((await change({ changes: undefined })).status).toBe(400);
    expect((await change({ changes, maintenance: null })).status).toBe(400);
    expect((await units()).map(({ homeHelperText }) => homeHelperText)).toEqual(['', '']);
  });

  test('bartenders pause units and change no field', async () => {
    const { token } = await addPerson(app, owner, 'bartender');
    const path = `/api/venues/${owner.venueId}/units/changes`;
    const send = (body: object) =>
      app.send('POST', path, { token, body: { units: [unit.id], ...body } });
    expect((await send({ maintenance: {} })).status).toBe(200);
    expect((await send({ changes: { homeHelperText: 'Taken over' } })).status).toBe(403);
  });
});
