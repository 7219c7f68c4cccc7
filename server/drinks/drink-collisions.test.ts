import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { collide } from '../testing/load.ts';

withApp({ owner: 'Rooftop', unit: 'each' });

test('of two requests that delete a drink at once, the second one finds no drink', async () => {
  const path = `/api/venues/${owner.venueId}/drinks/${unit.cubaLibre}`;
  const remove = () => app.send('DELETE', path, { token: owner.token });
  const lock = sql`select 1 from unit_state where venue_id = ${owner.venueId} and unit_id = ${unit.id} for update`;
  const replies = await collide(app, lock, [remove, remove]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('a change of a drink that is deleted at that moment finds no drink', async () => {
  const token = owner.token;
  const rename = () =>
    app.send('PUT', `/api/drinks/${unit.cubaLibre}`, { token, body: { name: 'Late' } });
  const replies = await collide(
    app,
    sql`with locked as (
          select 1 from unit_state where venue_id = ${owner.venueId} and unit_id = ${unit.id} for update
        )
        update drinks set deleted_at = now()
        where venue_id = ${owner.venueId} and id = ${unit.cubaLibre} and exists (select 1 from locked)`,
    [rename],
  );
  expect(replies.map(({ status }) => status)).toEqual([404]);
});
