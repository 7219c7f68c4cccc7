/**
 * Test clients that keep selling through failures, and a ledger of their responses to compare with the stored sales.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { type Responded, send } from './responses.ts';
import type { RunningProduct } from './running-product.ts';
import { requestJson, type TestClient } from './test-client.ts';

type Report = ResponseOf<Endpoints['getSalesReport']>;

export interface Ledger {
  /** By idempotency key. */
  acknowledged: Map<string, { id: string; cents: number }>;
  /** Keys of orders with an unknown result: resent at the end, as a unit does. */
  unknown: Set<string>;
  /** Number of orders rejected without any change; they are never resent. */
  refused: number;
  /** Number of responses by status, and by error message. */
  described: Map<string, number>;
  slowestMs: number;
  /** Errors that are neither a clear 503 with Retry-After nor a clear 507. */
  unclear: string[];
}

export interface Audit {
  lost: string[];
  /** Difference between stored and acknowledged orders. */
  doubled: number;
  /** Difference between the report and the clients' responses. */
  centsApart: number;
  /** Keys that returned another sale when resent. */
  otherwise: number;
}

const pauseMs = 30;
const soldShape = z.object({
  id: z.string(),
  price: z.number(),
  tax: z.number(),
  tips: z.number(),
});
const cents = (dollars: number): number => Math.round(dollars * 100);

/** Deterministic, because a resent idempotency key must carry the same order. */
export const orderOf = ({ ingredientId }: TestClient, drinks = 1) => ({
  drinks: Array.from({ length: drinks }, () => ({ ingredients: [ingredientId] })),
  tips: 1,
});

/** @param drinks per order: the more, the sooner they fill a disk */
export async function openLedger(product: RunningProduct, client: TestClient, drinks = 1) {
  const since = Date.now();
  const before = await reportOf(product, client, since);
  const ledger: Ledger = {
    acknowledged: new Map(),
    unknown: new Set(),
    refused: 0,
    described: new Map(),
    slowestMs: 0,
    unclear: [],
  };

  const sell = async (key: string): Promise<Responded> => {
    const body = orderOf(client, drinks);
    const response = await send(product, '/api/orders', {
      token: client.key,
      idempotencyKey: key,
      body,
    });
    note(ledger, response);
    if (response.status === 200 || response.status === 201) {
      const { id, price, tax, tips } = soldShape.parse(response.body);
      ledger.acknowledged.set(key, { id, cents: cents(price) + cents(tax) + cents(tips) });
      ledger.unknown.delete(key);
    } else if (response.status === 507 && !ledger.unknown.has(key)) {
      ledger.refused += 1;
    } else {
      ledger.unknown.add(key);
    }
    return response;
  };

  /** Sells on this many test clients until stopped. */
  const startSelling = (clients: number): { stop: () => Promise<void> } => {
    const shop = { isOpen: true };
    const work = Promise.all(
      Array.from({ length: clients }, async () => {
        while (shop.isOpen) {
          const { status } = await sell(randomUUID());
          if (status > 201 || status === 0) await wait(pauseMs);
        }
      }),
    );
    return {
      stop: async () => {
        shop.isOpen = false;
        await work;
      },
    };
  };

  /** Resends orders with an unknown result until all are acknowledged; false on timeout. */
  const settle = async (withinMs = 30_000): Promise<boolean> => {
    const until = Date.now() + withinMs;
    while (ledger.unknown.size > 0 && Date.now() < until) {
      for (const key of ledger.unknown) {
        const { status } = await sell(key);
        if (status > 201 || status === 0) await wait(pauseMs);
      }
    }
    return ledger.unknown.size === 0;
  };

  const audit = async (replays = 100): Promise<Audit> => {
    const sold = [...ledger.acknowledged.values()];
    const stored = await client.ids(product, since);
    let otherwise = 0;
    for (const [key, { id }] of [...ledger.acknowledged].slice(-replays)) {
      await sell(key);
      if (ledger.acknowledged.get(key)?.id !== id) otherwise += 1;
    }
    const after = await reportOf(product, client, since);
    return {
      lost: sold.map(({ id }) => id).filter((id) => !stored.has(id)),
      doubled: after.pagination.total - before.pagination.total - sold.length,
      centsApart: Math.abs(
        cents(after.grossVolume) -
          cents(before.grossVolume) -
          sold.reduce((sum, sale) => sum + sale.cents, 0),
      ),
      otherwise,
    };
  };

  return { ledger, since, sell, startSelling, settle, audit };
}

const reportOf = (product: RunningProduct, client: TestClient, since: number): Promise<Report> =>
  requestJson<Report>(
    product,
    `/api/orders/sales/report?venueId=${client.venueId}&startDate=${since}` +
      `&endDate=${since + 6 * 60 * 60_000}&pagination[size]=1`,
    { token: client.token },
  );

/** True when an error is explicit: 507, or 503 with Retry-After, and a message. */
export function isClear({ status, message, retryAfter }: Responded): boolean {
  if (status === 507) return message !== '';
  return status === 503 && message !== '' && retryAfter !== null;
}

function note(ledger: Ledger, response: Responded): void {
  const { status, message, ms } = response;
  const described = message ? `${status} ${message}` : String(status);
  ledger.described.set(described, (ledger.described.get(described) ?? 0) + 1);
  ledger.slowestMs = Math.max(ledger.slowestMs, ms);
  if (status !== 200 && status !== 201 && !isClear(response)) {
    ledger.unclear.push(`${described} after ${ms.toFixed(0)} ms`);
  }
}
