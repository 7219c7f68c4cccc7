/** Sends valid and invalid requests from the API document, and verifies that the responses are documented. */
import { startCountingStripe } from '../faults/refund-rounds.ts';
import { makePeople, type People } from './accounts.ts';
import { type Operation, readDocument } from './document.ts';
import { makeRequest } from './requests.ts';
import { chanceOf } from './values.ts';
import {
  faultOf,
  type GeneratedRequest,
  openWire,
  type Responded,
  type Wire,
} from './http-client.ts';
import { report } from '../testing/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { login } from '../testing/test-client.ts';

export interface FuzzOutcome {
  seed: number;
  requestCount: number;
  operations: number;
  /** Operations without any successful response. */
  neverDone: string[];
  /** One line per kind of fault and operation, with the number of the first request that showed it. */
  faults: string[];
  /** Number of responses by status. */
  statuses: Record<string, number>;
  isAlive: boolean;
}

interface Run {
  seed: number;
  requests: number;
  /** Concurrent requests. */
  width: number;
  progress?: (requestCount: number) => void;
}

/** Password hashing is CPU-bound, and after the first hundred both are rate limited anyway. */
const rare = new Set(['login', 'register', 'inviteOwner']);

/** Sent with accounts whose sessions no other request uses. */
const endsSessions: Readonly<Record<string, keyof People['spares']>> = {
  endSession: 'one',
  endOtherSessions: 'all',
  changePassword: 'all',
};

export async function fuzzRounds(wire: Wire, people: People, run: Run): Promise<FuzzOutcome> {
  const operations = readDocument(JSON.parse((await get(wire, '/api/openapi.json')).text));
  const faults = new Map<string, string>();
  const done = new Set<string>();
  const statuses: Record<string, number> = {};
  let requestCount = 0;
  const sendNext = async (): Promise<void> => {
    const number = requestCount;
    requestCount += 1;
    const { operation, request } = nextRequest(operations, people, run.seed + number);
    const { response, fault } = await judged(wire, operation, request);
    if (response) {
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status < 300 || response.status === 304) {
        done.add(operation.name);
        people.pool.learnFrom(operation, jsonOf(response));
      }
    }
    if (fault !== null) {
      const kind = `${operation.name} ${fault.slice(0, 40)}`;
      const line = `#${number} ${operation.name} ${lineOf(request)} -> ${fault}`;
      if (!faults.has(kind)) faults.set(kind, line);
    }
    if ((number + 1) % 5000 === 0) run.progress?.(number + 1);
  };
  await Promise.all(
    Array.from({ length: run.width }, async () => {
      while (requestCount < run.requests) await sendNext();
    }),
  );
  const alive = await Promise.all(['/healthz', '/readyz'].map((path) => get(wire, path)));
  return {
    seed: run.seed,
    requestCount,
    operations: operations.length,
    neverDone: operations.map(({ name }) => name).filter((name) => !done.has(name)),
    faults: [...faults.values()],
    statuses,
    isAlive: alive.every(({ status }) => status === 200),
  };
}

/** Deterministic for a seed as long as the known values are the same. */
function nextRequest(
  operations: readonly Operation[],
  { actors, mighty, sessions, spares, pool }: People,
  seed: number,
): { operation: Operation; request: GeneratedRequest } {
  const chance = chanceOf(seed);
  let operation = chance.pick(operations);
  while (rare.has(operation.name) && chance.happens(0.8)) operation = chance.pick(operations);
  const request = makeRequest(
    operation,
    chance,
    pool.forOperation(operation),
    pool.bodiesOf(operation),
  );
  const anybody = chance.pick(chance.happens(0.6) ? mighty : actors);
  const spare = endsSessions[operation.name];
  const actor = spare
    ? `Bearer ${spares[spare]}`
    : operation.name === 'logout'
      ? (sessions.pop() ?? 'Bearer garbage')
      : anybody;
  if (actor !== null) request.headers['authorization'] = actor;
  return { operation, request };
}

async function judged(
  wire: Wire,
  operation: Operation,
  request: GeneratedRequest,
): Promise<{ response: Responded | null; fault: string | null }> {
  try {
    const response = await wire.send(request);
    return { response, fault: faultOf(operation, response) };
  } catch (error) {
    // Too large to be read: the response and the closing of the connection may cross data that is still being sent.
    const isHuge = (request.body?.length ?? 0) > 1_000_000;
    return { response: null, fault: isHuge ? null : `no answer: ${String(error)}` };
  }
}

const get = (wire: Wire, path: string): Promise<Responded> =>
  wire.send({ method: 'GET', path, headers: {}, body: null });

function jsonOf({ headers, text }: Responded): unknown {
  const isJson = String(headers['content-type']).startsWith('application/json');
  return isJson ? JSON.parse(text) : null;
}

const lineOf = ({ method, path, headers, body }: GeneratedRequest): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(withoutTokens(headers)).slice(0, 300)} ${(body?.toString() ?? '').slice(0, 300)}`;

const withoutTokens = (headers: GeneratedRequest['headers']): GeneratedRequest['headers'] =>
  'authorization' in headers ? { ...headers, authorization: '…' } : headers;

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const width = 8;

/**
 * 100,000 requests generated from the API document, about five minutes. FUZZ_SEED selects other requests,
 * FUZZ_REQUESTS another number.
 */
export async function fuzzSuite(dataDir: string): Promise<void> {
  // Venues get credentials of card providers on the way; requests go to the local fake only.
  const provider = await startCountingStripe();
  const product = await startProduct(dataDir, {
    STRIPE_API_BASE: provider.url,
    SHIFT4_API_BASE: provider.url,
    LOG_LEVEL: 'silent',
  });
  const admin = await login(product, 'admin@barback.example');
  const wire = openWire(product.url, width);
  const customer = await login(product, 'customer@barback.example');
  const people = await makePeople(wire, { admin, customer });
  const started = performance.now();
  const { faults, statuses, isAlive, neverDone } = await fuzzRounds(wire, people, {
    seed,
    requests,
    width,
    progress: (requestCount) =>
      console.log(`  ${requestCount} sent, ${((performance.now() - started) / 1000).toFixed(0)} s`),
  });
  wire.close();
  await product.stop();
  await provider.close();
  for (const fault of faults) console.log(`  ${fault}`);
  const never = neverDone.length === 0 ? 'every call' : `all calls but ${neverDone.join(', ')}`;
  report(
    'kinds of answers that the API document does not announce',
    faults.length + (isAlive ? 0 : 1),
    { most: 0 },
    `${requests} requests, FUZZ_SEED=${seed}, ${JSON.stringify(statuses)}, success of ${never}`,
  );
}
