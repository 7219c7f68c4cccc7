/**
 * A migration of each kind on the running product, while orders arrive and a download holds a lock. The short form is
 * migrations.test.ts.
 */
import { rm } from 'node:fs/promises';
import { attachEmbedded } from '../../db/embedded/attach.ts';
import { defaultPatience } from '../../db/migration-locks.ts';
import { connect } from '../../db/pool/connect.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { openClient } from '../testing/test-client.ts';
import { sellBeside, type Outcome, type Shared } from './fair-shares.ts';
import { migrateWhileSelling, migrationKinds } from './migrations.ts';

const idleSales = 200;
const salesWhileWaiting = 300;

export async function migrationsSuite(): Promise<void> {
  const [dataDir, folder] = [await makeTestFolder(), await makeTestFolder()];
  const product = await startProduct(dataDir);
  const target = await attachEmbedded(dataDir);
  if (target === null) throw new Error(`No database runs in ${dataDir}`);
  const connection = connect(target);
  try {
    const { token, venueId, unitNumber, key, ingredientId } = await openClient(product);
    const seller = { unitNumber, key, item: { ingredients: [ingredientId] } };
    const shared: Shared = { url: product.url, seller, noisy: { ...seller, token, venueId } };
    const idle = longestMs(await sellBeside(shared, [], idleSales));
    for (const kind of migrationKinds) {
      const trial = { connection, shared, folder };
      const outcome = await migrateWhileSelling(trial, kind, salesWhileWaiting);
      const longest = longestMs(outcome);
      report(
        `longest sale during ${kind.what} / (2 s for the lock + the longest idle sale)`,
        longest / (defaultPatience.lockTimeoutMs + idle),
        { most: 1 },
        `${longest.toFixed(0)} ms of ${outcome.sales.length} sales; idle ${idle.toFixed(0)} ms`,
      );
      const failed = outcome.sales.filter(({ status }) => status !== 201).length;
      report(`failed sales during ${kind.what}`, failed, { most: 0 }, '');
    }
  } finally {
    await connection.close();
    await product.stop();
    for (const used of [dataDir, folder]) await rm(used, { recursive: true, force: true });
  }
}

const longestMs = ({ sales }: Outcome): number => Math.max(...sales.map(({ ms }) => ms));
