/**
 * Runs the product and PostgreSQL with a clock that is 400 days ahead, a day behind, and correct again. Two minutes.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { startCountingStripe } from './refund-rounds.ts';
import { makePeople } from '../fuzz/accounts.ts';
import { fuzzRounds } from '../fuzz/rounds.ts';
import { openWire } from '../fuzz/http-client.ts';
import { report } from '../testing/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { login, openClient, type TestClient } from '../testing/test-client.ts';

/** Debian's package libfaketime. */
const libraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);
const requests = 3000;
const shifts = ['+0d', '+400d', '-1d', '+0d'];

export async function clockSuite(dataDir: string): Promise<void> {
  const library = libraries.find(existsSync);
  if (library === undefined) {
    console.log('not tried: the clock can only be shifted with libfaketime (apt install faketime)');
    return;
  }
  const provider = await startCountingStripe();
  let client: TestClient | null = null;
  let faults = 0;
  let unsold = 0;
  let wronglyTaken = 0;
  let before: string | null = null;
  for (const shift of shifts) {
    const product = await startProduct(dataDir, {
      LD_PRELOAD: library,
      FAKETIME: shift,
      // Timers and timeouts run at normal speed.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      STRIPE_API_BASE: provider.url,
      SHIFT4_API_BASE: provider.url,
      LOG_LEVEL: 'silent',
    });
    client ??= await openClient(product);
    await client.sell(product, randomUUID()).catch(() => {
      unsold += 1;
    });
    if (before !== null && shift === '+400d') {
      const response = await fetch(`${product.url}/api/audit`, {
        headers: { authorization: before },
      });
      if (response.status !== 401) wronglyTaken += 1;
    }
    const admin = await login(product, 'admin@barback.example');
    before = admin;
    const wire = openWire(product.url, 8);
    const people = await makePeople(wire, { admin, customer: null });
    const outcome = await fuzzRounds(wire, people, { seed: 400, requests, width: 8 });
    wire.close();
    faults += outcome.faults.length + (outcome.isAlive ? 0 : 1);
    for (const fault of outcome.faults) console.log(`  ${shift}: ${fault}`);
    await product.stop();
  }
  await provider.close();
  report(
    'faults while the clock is 400 days ahead, a day behind, and right again',
    faults,
    { most: 0 },
    `${requests} requests made from the API document under each of ${shifts.join(', ')}`,
  );
  report('units whose key was refused', unsold, { most: 0 }, 'one sale under each clock');
  report('expired tokens that were taken', wronglyTaken, { most: 0 }, 'after the jump ahead');
}
