import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { change, read, withAStockedUnit } from '../testing/stock.ts';

withAStockedUnit();

// These address the ingredient or state conditions of the update; none of them is stored.
const {
  expected: _,
  overrides: _overrides,
  unitId: _unitId,
  venueId: _venueId,
  ...shape
} = endpoints.updateIngredient.body.shape;

/** The other fields make the sample valid under the rules for ingredients. */
const samples: Record<keyof typeof shape, { sent: unknown; others?: object }> = {
  name: { sent: 'White Rum' },
  price: { sent: 8.25 },
  doublePrice: { sent: 13.75 },
  source: { sent: 'soda gun', others: { baseOrMixer: ['mixer'], positionInUnit: ['102'] } },
  baseOrMixer: { sent: ['mixer'] },
  category: { sent: 'Wine', others: { baseOrMixer: ['mixer'] } },
  servingSize: { sent: 30, others: { baseOrMixer: ['mixer'], category: 'Wine' } },
  ingredientSize: { sent: 750 },
  ingredientPouringTime: { sent: 7000 },
  threshold: { sent: 35 },
  positionInUnit: { sent: ['3', '4'] },
  imageURL: { sent: 'brands/rum.png' },
};

test.each(Object.keys(shape))('an update of an ingredient stores %s', async (field) => {
  const sample = new Map(Object.entries(samples)).get(field);
  expect(sample, `no sample value for ${field}`).toBeDefined();
  if (field === 'imageURL') await storeImage('brands/rum.png');
  const before = await read(unit.rum);
  expect(before[field]).not.toEqual(sample?.sent);
  const changes = { ...sample?.others, [field]: sample?.sent };
  const body = { ...changes, venueId: owner.venueId, expected: { [field]: before[field] } };
  expect(await change(unit.rum, body)).toMatchObject({ status: 200 });
  expect(await read(unit.rum)).toMatchObject(changes);
});

async function storeImage(key: string): Promise<void> {
  const file = { id: randomUUID(), key, content_type: 'image/png', size_bytes: 100 };
  await app.db
    .insertInto('files')
    .values({ ...file, owner_id: owner.userId, state: 'stored', created_at: new Date() })
    .execute();
}
