import { once } from 'node:events';
import { createServer } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { usualPushHosts } from '../../rules/alerts/push-services.ts';
import { newId } from '../../server/shared/ids.ts';
import { addCustomer, addSuperAdmin } from '../../server/testing/app.ts';
import { tokenIn } from '../../server/testing/accounts.ts';
import { testOutbox } from '../../server/testing/services/messages.ts';
import { makePeople } from './accounts.ts';
import { type KnownPool, makePool } from './pool.ts';
import { fuzzRounds } from './rounds.ts';
import { openWire } from './http-client.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

/** About 40 for each endpoint. */
const requests = 11_000;

let url: string;
let admin: string;
let customer: string;
withApp({ deps: { push: { publicKey: 'B', hosts: usualPushHosts } } });
beforeAll(async () => {
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await addSuperAdmin(app);
  customer = await addCustomer(app);
});

/** An open alert at each venue. */
async function addAlerts(pool: KnownPool): Promise<void> {
  const at = new Date();
  for (const { id: venue_id } of await app.db.selectFrom('venues').select('id').execute()) {
    const id = newId(at);
    const cause = { kind: 'low', key: 'low', severity: 'later', text: 'Rum is at 12%' } as const;
    await app.db
      .insertInto('alerts')
      .values({ venue_id, id, ...cause, opened_at: at, last_seen_at: at })
      .execute();
    pool.learn('alertId', id);
  }
}

/** A passkey of each account that owns a venue. */
async function addPasskeys(pool: KnownPool): Promise<void> {
  const created_at = new Date();
  for (const { owner_id } of await app.db.selectFrom('venues').select('owner_id').execute()) {
    const id = newId(created_at);
    await app.db
      .insertInto('credentials')
      .values({
        user_id: owner_id,
        id,
        kind: 'passkey',
        secret: Buffer.from(id),
        passkey_id: id,
        counter: 0,
        name: 'Phone',
        created_at,
      })
      .execute();
    pool.learn('passkeyId', id);
  }
}

test(
  'every response matches the API document, whatever the request',
  { timeout: 240_000 },
  async () => {
    const wire = openWire(url, 4);
    const people = await makePeople(wire, { admin, customer });
    const { mails, texts, runAll } = testOutbox(app);
    await runAll();
    for (const { text } of [...mails, ...texts]) people.pool.learn('token', tokenIn(text));
    await addAlerts(people.pool);
    await addPasskeys(people.pool);
    const outcome = await fuzzRounds(wire, people, { seed, requests, width: 4 });
    wire.close();
    expect(outcome, `FUZZ_SEED=${seed}`).toMatchObject({
      faults: [],
      isAlive: true,
      requestCount: requests,
    });
    // Rejections alone would prove little.
    expect(outcome.neverDone.length, outcome.neverDone.join()).toBeLessThan(outcome.operations / 4);
  },
);

/** Describes five endpoints; all but the last respond differently from the description. */
const faulty: Record<string, { status: number; body?: unknown; id?: string }> = {
  failing: { status: 500, body: { error: { message: 'x', requestId: 'x' } } },
  undocumented: { status: 418, body: {} },
  misshapen: { status: 200, body: { name: 7 } },
  nameless: { status: 200, body: { name: 'x' }, id: '' },
  right: { status: 200, body: { name: 'x' } },
};

test('finds the faults of a deliberately faulty server', async () => {
  const shape = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const responses = { 200: { content: { 'application/json': { schema: shape } } } };
  const paths = Object.keys(faulty).map((operationId) => [
    `/${operationId}`,
    { get: { operationId, parameters: [], responses } },
  ]);
  const document = { paths: Object.fromEntries(paths), components: { schemas: {} } };
  const server = createServer((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
    const { status, body, id = 'some-id' } = faulty[name] ?? { status: 200, body: document };
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': id });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const wire = openWire(`http://127.0.0.1:${port}`, 1);
  const nobody = {
    actors: [null],
    mighty: [null],
    sessions: [],
    spares: { one: '', all: '' },
    pool: makePool(),
  };
  const outcome = await fuzzRounds(wire, nobody, { seed, requests: 200, width: 1 });
  wire.close();
  server.close();
  const found = outcome.faults
    .map((line) => / (\w+) GET .* -> (.{0,30})/.exec(line)?.slice(1) ?? [])
    // Responses of Node.js itself to malformed HTTP.
    .filter(([, fault]) => !/^(400|417|431) /.test(fault ?? ''));
  expect(found.sort()).toEqual([
    ['failing', expect.stringContaining('500')],
    ['misshapen', expect.stringContaining('200 of another shape')],
    ['nameless', expect.stringContaining('without a request id')],
    ['undocumented', expect.stringContaining('418 is not documented')],
  ]);
});
