/** One owner's sales beside another owner's overload: 1,000 queued sales, 100 large reports, ten overviews at once. */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { openClient, requestJson } from '../testing/test-client.ts';
import { atOnce, noises, sellBeside, type Outcome, type Shared } from './fair-shares.ts';

const idleSales = 200;
/** With fewer, the p95 would be the slowest sale. */
const leastBusySales = 100;
const manyUnits = 100;

export async function fairSharesSuite(): Promise<void> {
  const dataDir = await makeTestFolder();
  const product = await startProduct(dataDir);
  try {
    const [noisy, quiet] = [
      await openClient(product),
      await openClient(product, 'lou@northside.example'),
    ];
    const send = { token: noisy.token, body: {} };
    for (let count = 0; count < manyUnits; count += 1)
      await requestJson(product, `/api/units/${noisy.venueId}`, send);
    const sellerOf = ({ unitNumber, key, ingredientId }: typeof noisy) => ({
      unitNumber,
      key,
      item: { ingredients: [ingredientId] },
    });
    const shared: Shared = {
      url: product.url,
      seller: sellerOf(quiet),
      noisy: { ...sellerOf(noisy), token: noisy.token, venueId: noisy.venueId },
    };
    await measureShares(shared);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Reports the sales of one owner, alone and beside each kind of overload. */
export async function measureShares(shared: Shared): Promise<void> {
  const idle = p95(await sellBeside(shared, [], idleSales));
  for (const { what, many, send: request } of noises) {
    const outcome = await sellBesideRounds(shared, () => atOnce(many, () => request(shared)));
    const busy = p95(outcome);
    report(
      `p95 of another owner's sales beside ${what} / (twice idle + 50 ms)`,
      busy / (2 * idle + 50),
      { most: 1 },
      `${busy.toFixed(0)} / ${idle.toFixed(0)} ms, ratio ${(busy / idle).toFixed(1)}, ${outcome.sales.length} sales, ${many} at once`,
    );
    const failed = outcome.sales.filter(({ status }) => status !== 201).length;
    report(`failed sales of the other owner beside ${what}`, failed, { most: 0 }, '');
    const unready = outcome.readiness.filter((status) => status !== 200).length;
    report(`failed readiness checks beside ${what}`, unready, { most: 0 }, '');
  }
}

/** Sells beside one round of requests after the other, and not between them. */
async function sellBesideRounds(
  shared: Shared,
  sendRound: () => Promise<number>[],
): Promise<Outcome> {
  const all: Outcome = { sales: [], readiness: [], noisy: [] };
  while (all.sales.length < leastBusySales) {
    const { sales, readiness, noisy } = await sellBeside(shared, sendRound(), 1);
    all.sales.push(...sales);
    all.readiness.push(...readiness);
    all.noisy.push(...noisy);
  }
  return all;
}

function p95({ sales }: Outcome): number {
  const sorted = sales.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
