import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { ReadRouter } from '../../db/pool/reads.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import { addOwner, createUnit, startTestApp, type TestApp } from '../testing/app.ts';

const statements: string[] = [];
let recorded: Connection;
let app: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase();
  recorded = connect(database.target, { onStatement: ({ sql }) => void statements.push(sql) });
  const { tenantDb: db, downloads } = recorded;
  app = await startTestApp({ db, readRouter: new ReadRouter({ db, downloads }) }, database);
});
afterAll(async () => {
  await recorded.close();
  await app.close();
});

test('overviews that are opened at once are not read once for each', async () => {
  const owner = await addOwner(app, 'Rooftop');
  await createUnit(app, owner);
  const open = (timezone: string) =>
    app.send('GET', `/api/venues/${owner.venueId}/overview?timezone=${timezone}`, {
      token: owner.token,
    });
  const sumsRead = async (...timezones: string[]): Promise<number> => {
    statements.length = 0;
    const responses = await Promise.all(timezones.map(open));
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.units).toHaveLength(1);
    }
    return statements.filter((text) => text.includes('sales_rollups')).length;
  };
  const alone = await sumsRead('UTC');
  expect(alone).toBeGreaterThan(0);
  expect(await sumsRead(...Array.from({ length: 10 }, () => 'UTC'))).toBeLessThan(10 * alone);
  expect(await sumsRead('UTC', 'Europe/Paris', 'Asia/Tokyo')).toBe(3 * alone);
});
