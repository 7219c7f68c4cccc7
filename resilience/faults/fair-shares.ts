/** Sales of one owner while another owner's unit or account sends as much as it can. */
import { randomUUID } from 'node:crypto';
import { p95, report } from '../testing/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { openClient, requestJson } from '../testing/test-client.ts';

export interface Seller {
  unitNumber: number;
  key: string;
  item: { drinkId: string } | { ingredients: string[] };
}

export interface Shared {
  url: string;
  /** Sells all the time. */
  seller: Seller;
  /** Sends everything at once. */
  noisy: Seller & { token: string; venueId: string };
}

export interface Outcome {
  /** Status and duration of each sale. */
  sales: { status: number; ms: number }[];
  /** Statuses of the readiness check. */
  readiness: number[];
  /** Statuses of the noisy client. */
  noisy: number[];
}

export interface Noise {
  what: string;
  /** Requests at once, in the short form and in the long one. */
  few: number;
  many: number;
  send: (shared: Shared) => Promise<number>;
}

const since = Date.UTC(2024, 0, 1);

/** Largest page of which the rate limit of an account lets 100 through. */
const largePage = 1_200;

export const noises: readonly Noise[] = [
  {
    what: 'a unit that sends its queued sales at once',
    few: 200,
    many: 1_000,
    send: ({ url, noisy }) => sell(url, noisy),
  },
  {
    what: 'an account that reads the largest reports at once',
    few: 100,
    many: 100,
    send: ({ url, noisy: { venueId, token } }) => {
      const range = `startDate=${since}&endDate=${Date.now()}`;
      const path = `/api/orders/sales/report?venueId=${venueId}&${range}&pagination[size]=${largePage}`;
      return get(url + path, token);
    },
  },
  {
    what: 'an account that opens the overview of many units at once',
    few: 10,
    many: 10,
    send: ({ url, noisy: { venueId, token } }) =>
      get(`${url}/api/venues/${venueId}/overview`, token),
  },
];

/** Sells, and checks readiness, until all of these requests have a response; at least `least` times. */
export async function sellBeside(
  shared: Shared,
  noise: readonly Promise<number>[],
  least: number,
): Promise<Outcome> {
  const outcome: Outcome = { sales: [], readiness: [], noisy: [] };
  const state = { isOver: false };
  const selling = async (): Promise<void> => {
    while (!state.isOver || outcome.sales.length < least) {
      const started = performance.now();
      const status = await sell(shared.url, shared.seller);
      outcome.sales.push({ status, ms: performance.now() - started });
    }
  };
  const checking = async (): Promise<void> => {
    while (!state.isOver || outcome.readiness.length < least) {
      outcome.readiness.push(await get(`${shared.url}/readyz`));
    }
  };
  const ending = async (): Promise<void> => {
    outcome.noisy = await Promise.all(noise);
    state.isOver = true;
  };
  await Promise.all([selling(), checking(), ending()]);
  return outcome;
}

/** Sends a request this many times at once. */
export const atOnce = (size: number, send: () => Promise<number>): Promise<number>[] =>
  Array.from({ length: size }, send);

async function sell(url: string, { key, unitNumber, item }: Seller): Promise<number> {
  const response = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ unitNumber, drinks: [{ ...item, quantity: 1 }] }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function get(url: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status;
}

const idleSales = 200;
/** With fewer, the p95 would be the slowest sale. */
const leastBusySales = 100;
const manyUnits = 100;

/** One owner's sales beside another owner's overload: 1,000 queued sales, 100 large reports, ten overviews at once. */
export async function fairSharesSuite(dataDir: string): Promise<void> {
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
  }
}

/** Reports the sales of one owner, alone and beside each kind of overload. */
export async function measureShares(shared: Shared): Promise<void> {
  const idle = p95Of(await sellBeside(shared, [], idleSales));
  for (const { what, many, send: request } of noises) {
    const outcome = await sellBesideRounds(shared, () => atOnce(many, () => request(shared)));
    const busy = p95Of(outcome);
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

const p95Of = ({ sales }: Outcome): number => p95(sales.map(({ ms }) => ms));
