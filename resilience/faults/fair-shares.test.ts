import { beforeAll, expect, test } from 'vitest';
import { keysInUse } from '../../db/pool/lanes.ts';
import { addOwner, createUnit, type TestUnit } from '../../server/testing/app.ts';
import { atOnce, noises, sellBeside, type Shared } from './fair-shares.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

let shared: Shared;

const sellerOf = ({ unitNumber, key, cubaLibre }: TestUnit) => ({
  unitNumber,
  key,
  item: { drinkId: cubaLibre },
});

withApp();
beforeAll(async () => {
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const [noisy, quiet] = [await addOwner(app, 'Noisy'), await addOwner(app, 'Quiet')];
  const { token, venueId } = noisy;
  shared = {
    url,
    seller: sellerOf(await createUnit(app, quiet)),
    noisy: { ...sellerOf(await createUnit(app, noisy)), token, venueId },
  };
  for (let more = 0; more < 20; more += 1) await createUnit(app, noisy);
});

test.each(noises)('sales of others and readiness are not affected by $what', async (noise) => {
  const requests = atOnce(noise.few, () => noise.send(shared));
  const { sales, readiness, noisy } = await sellBeside(shared, requests, 5);
  expect(new Set(sales.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(readiness)).toEqual(new Set([200]));
  expect(noisy.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  expect(noisy.some((status) => status < 300)).toBe(true);
  await expect.poll(keysInUse, { timeout: 20_000 }).toEqual([]);
});
