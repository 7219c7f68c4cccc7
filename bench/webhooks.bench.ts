/** Order intake while its sales are sent to ten webhooks, compared with the same intake without. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { makeSellers } from '../resilience/testing/fleet.ts';
import { report } from '../resilience/testing/outcome.ts';
import { encrypt, placeInWebhook } from '../server/shared/encryption.ts';
import { certificate, startReceiver } from '../server/testing/services/event-receiver.ts';
import { openBenchDatabase } from './bench-database.ts';
import { sell } from './intake.bench.ts';
import { serve } from './process.ts';

const rounds = 4;
const secondsEach = 6;
/** As serve.ts. */
const secretsKey = { current: 'another secret that only the benchmarks use', previous: null };

export async function benchWebhooks(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { db } = database.connection;
  const receiver = await startReceiver();
  const server = await serve('serve', database.embedded.target, '--summing', certificate);
  try {
    const sellers = await makeSellers(database.connection, 16);
    const { owner_id: ownerId } = await db
      .selectFrom('venues')
      .select('owner_id')
      .where('id', '=', sellers[0]?.venueId ?? '')
      .executeTakeFirstOrThrow();
    const at = new Date();
    await db.deleteFrom('webhooks').execute();
    const { rows } = await sql<{ numbers: Record<string, number> }>`
      select jsonb_object_agg(unit_id, last_number) as numbers from unit_state
    `.execute(db);
    for (let count = 0; count < 10; count++) {
      const id = randomUUID();
      await db
        .insertInto('webhooks')
        .values({
          id,
          owner_id: ownerId,
          url: `${receiver.url}${count}`,
          events: ['sale.created'],
          state: 'off',
          secret_sealed: encrypt(secretsKey, 'secret', placeInWebhook(id)),
          numbers: JSON.stringify(rows[0]?.numbers ?? {}),
          seen_at: at,
          created_at: at,
        })
        .execute();
    }
    const rate = async (state: 'on' | 'off'): Promise<number> => {
      await db.updateTable('webhooks').set({ state }).execute();
      return sell(server.url, sellers, secondsEach);
    };
    await rate('off');
    const [without, with10]: [number[], number[]] = [[], []];
    // In turns, the second of each pair first in the next.
    for (let round = 0; round < rounds; round++)
      for (const state of round % 2 ? (['on', 'off'] as const) : (['off', 'on'] as const))
        (state === 'on' ? with10 : without).push(await rate(state));
    const delivered = receiver.received.length;
    report(
      'API-07 orders taken in with ten webhooks / without',
      sum(with10) / sum(without),
      { least: 0.95 },
      `${mean(with10)} / ${mean(without)} a second; ${delivered} deliveries meanwhile`,
    );
  } finally {
    await server.stop();
    await receiver.close();
    await database.close();
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const mean = (values: readonly number[]): string => (sum(values) / values.length).toFixed(0);
