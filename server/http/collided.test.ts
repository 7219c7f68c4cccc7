import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { errorMessages } from '../../rules/messages.ts';
import { app, owner, withApp } from '../testing/with-app.ts';

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
  expect(reply.body.error.message).toBe(errorMessages.collided);
});
