/** Send queue of one unit's orders: each is retried with the same idempotency key until the server responds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toCents } from '../lib/money.ts';
import type { Api } from './api.ts';
import { type Ledger, sumsOf } from './ledger.ts';
import type { MadeOrder } from './make-order.ts';
import { countReason, isPassing, type Tally } from './report-figures.ts';

/** Accepted, rejected permanently, or unknown, which is retried. */
export type Delivery = 'taken' | 'refused' | 'unknown';

export interface MessageSendersOf {
  api: Api;
  ledger: Ledger;
  tally: Tally;
  unitNumber: number;
  key: string;
  /** Null when the simulator may not read it. */
  taxPercentage: number | null;
  random: () => number;
}

/** Fractions of orders that are deliberately sent twice, and of those whose unit disconnects before the response. */
const sentTwice = 0.03;
const hungUp = 0.01;

export class MessageSenders {
  readonly #of: MessageSendersOf;
  #waiting: MadeOrder[] = [];
  /** Keys of orders that are in the ledger and may be resent. */
  readonly #entered = new Set<string>();
  /** Keys of orders that the server has to accept: one that it rejects is missing from its report. */
  readonly #owed = new Set<string>();

  constructor(of: MessageSendersOf) {
    this.#of = of;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  keep(order: MadeOrder, { isOwed = false } = {}): void {
    this.#waiting.push(order);
    if (isOwed) this.#owed.add(order.key);
  }

  /** Sends a new order; one without a response is queued. */
  async send(order: MadeOrder): Promise<Delivery> {
    const { random } = this.#of;
    if (random() < hungUp) await this.#post(order, AbortSignal.timeout(Math.ceil(random() * 12)));
    const delivery = await this.#post(order);
    if (delivery === 'unknown') {
      this.keep(order);
      return delivery;
    }
    if (delivery === 'taken' && random() < sentTwice) await this.#post(order);
    this.#entered.delete(order.key);
    return delivery;
  }

  /** Sends the queue, oldest first, occasionally twice at once; returns false while the server is unavailable. */
  async flush(): Promise<boolean> {
    for (let order = this.#waiting[0]; order; order = this.#waiting[0]) {
      const times = this.#of.random() < 0.2 ? 2 : 1;
      const sending = Array.from({ length: times }, () => this.#post(order));
      const deliveries = await Promise.all(sending);
      if (deliveries.includes('unknown')) return false;
      this.#waiting = this.#waiting.slice(1);
      this.#entered.delete(order.key);
    }
    return true;
  }

  /** Sends the queue until it is empty; gives up when the server stays unavailable for this long. */
  async settle(patienceMs: number): Promise<void> {
    const until = performance.now() + patienceMs;
    while (!(await this.flush()) && performance.now() < until) await sleep(500);
  }

  async #post(order: MadeOrder, signal?: AbortSignal): Promise<Delivery> {
    const { api, tally, key } = this.#of;
    tally.sent += 1;
    try {
      const { status, body, ms } = await api.send(
        'createOrder',
        { body: order.body, headers: { 'idempotency-key': order.key }, signal },
        key,
      );
      tally.responses.add(ms);
      if (status === 200) tally.replayed += 1;
      if (this.#entered.has(order.key)) return 'taken';
      this.#entered.add(order.key);
      tally.accepted += 1;
      this.#enter(order, toCents(body.tax));
      return 'taken';
    } catch (error) {
      if (isPassing(error)) {
        tally.pending += 1;
        return 'unknown';
      }
      tally.refused += 1;
      countReason(tally, error);
      if (this.#owed.delete(order.key)) this.#enter(order, 0);
      return 'refused';
    }
  }

  /** @param taxCents as the server charged it */
  #enter({ sold }: MadeOrder, taxCents: number): void {
    const { ledger, unitNumber, taxPercentage } = this.#of;
    const tax = taxPercentage === null ? { cents: taxCents } : { percentage: taxPercentage };
    ledger.enter(unitNumber, sumsOf(sold, tax));
  }
}
