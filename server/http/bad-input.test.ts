import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { refusalMessages } from '../../rules/messages.ts';
import { addSuperAdmin } from '../testing/app.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

/**
 * Fuzz test of every contract endpoint: always a clear error response, never an internal error. Seeded: BAD_INPUT_SEED
 * tries other input.
 */
describe('bad input', () => {
  let admin: string;
  withApp({ owner: 'Rooftop', unit: true });
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
  });

  const rounds = 40;
  const seed = Number(process.env['BAD_INPUT_SEED'] ?? 20_261_121);

  /** Seeded random numbers from 0 to 1. */
  function numbersFrom(start: number): () => number {
    let state = start;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
  }

  const nonsense: unknown[] = [
    '',
    ' ',
    '\u0000',
    '\uD800',
    '\u202E',
    'x'.repeat(10_000),
    '../../etc/passwd',
    "'; drop table users; --",
    '=cmd',
    'all',
    '٣',
    '-1',
    '1e309',
    0,
    -1,
    1.005,
    2 ** 53,
    1e12,
    true,
    null,
    [],
    {},
    [null],
    [[]],
    { a: 1 },
    { length: { toString: 'x', valueOf: null } },
  ];

  /** Words of the validator's own messages, which mean nothing to an owner. */
  const validatorWords =
    /Invalid (input|option|key|string)|Too (big|small)|expected (to|\w+ to|\w+,)|Unrecognized/;

  const fieldsOf = (shape: z.ZodType | undefined): string[] =>
    shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];

  /** Endpoints that would remove the fixtures of the others. */
  const spared = new Set(['deleteUnit', 'logout']);
  const tried = Object.entries<Endpoint>(endpoints).filter(([name]) => !spared.has(name));

  test.each(tried)('%s rejects invalid input without an internal error', async (name, endpoint) => {
    const next = numbersFrom(seed);
    const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(next() * from.length)];
    const ours = [owner.venueId, owner.userId, unit.id, String(unit.unitNumber), unit.rum];
    const value = (): unknown => (next() < 0.4 ? pick(ours) : pick(nonsense));
    const text = (): string => {
      const any = value();
      return typeof any === 'string' ? any : JSON.stringify(any);
    };
    for (let round = 0; round < rounds; round += 1) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, () =>
        encodeURIComponent(
          text()
            .replaceAll(/\p{Surrogate}/gu, '?')
            .slice(0, 200) || 'x',
        ),
      );
      const query = new URLSearchParams();
      for (const field of fieldsOf(endpoint.query)) {
        query.set(field === 'pagination' ? 'pagination[current]' : field, text().slice(0, 500));
      }
      const body =
        next() < 0.2
          ? value()
          : Object.fromEntries(fieldsOf(endpoint.body).map((field) => [field, value()]));
      const response = await app.send(endpoint.method, `${path}?${query.toString()}`, {
        token: next() < 0.6 ? owner.token : admin,
        ...(endpoint.method === 'GET' || typeof body !== 'object' || body === null ? {} : { body }),
      });
      const received = `seed ${seed}: ${name} ${path}?${query.toString()} ${JSON.stringify(body)}`;
      expect(response.status, `${received} answers ${response.text}`).toBeLessThan(500);
      expect(response.text, received).not.toMatch(validatorWords);
    }
  });
});

describe('field messages', () => {
  let admin: string;
  withApp({ owner: 'Rooftop', unit: true });
  beforeAll(async () => {
    admin = await addSuperAdmin(app);
  });

  async function refusal(
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    token = owner.token,
  ): Promise<unknown> {
    const { status, body: response } = await app.send(method, path, { token, body });
    expect(status).toBe(400);
    return response;
  }

  test.each([
    [{ quantity: 13, minutes: 0 }, { 'drinkLimit.quantity': 'Use at most 12' }],
    [{ quantity: -1, minutes: 0 }, { 'drinkLimit.quantity': 'Use at least 0' }],
    [{ quantity: 1.5, minutes: 0 }, { 'drinkLimit.quantity': 'Use a whole number' }],
    [{ quantity: 3 }, { 'drinkLimit.minutes': 'This is required' }],
    ['none', { drinkLimit: 'Use an object' }],
  ])('a drink limit of %j is refused with %j', async (drinkLimit, refused) => {
    const path = `/api/users/venues/${owner.venueId}`;
    expect(await refusal('PUT', path, { drinkLimit }, admin)).toMatchObject(refused);
  });

  test('orders without a list of drinks are refused with a sentence', async () => {
    expect(await refusal('POST', '/api/orders', { drinks: 'rum' }, unit.key)).toMatchObject({
      drinks: 'Use a list',
    });
  });

  test('ingredients with an unknown role or too many places are refused with a sentence', async () => {
    const body = {
      unitId: unit.id,
      baseOrMixer: ['base', 'ice'],
      positionInUnit: Array.from({ length: 21 }, (_, place) => String(place)),
    };
    expect(await refusal('PUT', `/api/ingredients/${unit.rum}`, body)).toMatchObject({
      errors: {
        'baseOrMixer.1': 'Use base or mixer',
        positionInUnit: 'Use at most 20 entries',
      },
    });
  });
});

describe('collided', () => {
  withApp({ owner: 'Rooftop' });

  test.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ])('%s is answered with 503 and a time to try again', async (_name, code) => {
    await sql`
    create or replace function collide() returns trigger language plpgsql
    as ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}
  `.execute(app.db);
    // On a table that is not distributed, which would admit no trigger; each change of a venue adds a row to it.
    await sql`
    create or replace trigger collide before insert on audit for each row execute function collide()
  `.execute(app.db);
    const path = `/api/users/venues/${owner.venueId}`;
    const reply = await app.send('PUT', path, { token: owner.token, body: { name: 'Other' } });
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.body.error.message).toBe(refusalMessages.collided);
  });
});
