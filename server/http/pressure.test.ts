import fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { rejectUnderPressure } from './connections.ts';

test('an overloaded process rejects requests with Retry-After and stays in service', async () => {
  const app = fastify();
  handleErrors(app);
  // Every measured delay exceeds this limit.
  await rejectUnderPressure(app, { mostDelayMs: 0.001, sampleMs: 5 });
  app.get('/api/version', () => ({}));
  app.get('/readyz', () => ({ ready: true }));
  await expect
    .poll(async () => {
      const { statusCode, headers } = await app.inject('/api/version');
      return [statusCode, headers['retry-after']];
    })
    .toEqual([503, '5']);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  await app.close();
});
