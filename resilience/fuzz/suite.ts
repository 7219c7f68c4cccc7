/**
 * 100,000 requests generated from the API document, about five minutes. FUZZ_SEED selects other requests,
 * FUZZ_REQUESTS another number.
 */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { startCountingStripe } from '../faults/counting-stripe.ts';
import { makePeople } from './accounts.ts';
import { fuzzRounds } from './rounds.ts';
import { openWire } from './wire.ts';
import { startProduct } from '../testing/running-product.ts';
import { login } from '../testing/test-client.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const width = 8;

export async function fuzzSuite(): Promise<void> {
  const dataDir = await makeTestFolder();
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
  await rm(dataDir, { recursive: true, force: true });
  for (const fault of faults) console.log(`  ${fault}`);
  const never = neverDone.length === 0 ? 'every call' : `all calls but ${neverDone.join(', ')}`;
  report(
    'kinds of answers that the API document does not announce',
    faults.length + (isAlive ? 0 : 1),
    { most: 0 },
    `${requests} requests, FUZZ_SEED=${seed}, ${JSON.stringify(statuses)}, success of ${never}`,
  );
}
