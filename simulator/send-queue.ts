/** The orders of one unit on their way to the server: each is sent until it is answered, with the same key every time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { toCents } from '../lib/money.ts';
import type { Api } from './api.ts';
import { type Ledger, sumsOf } from './ledger.ts';
import type { MadeOrder } from './make-order.ts';
import { countReason, isPassing, type Tally } from './tally.ts';

/** Taken in, refused for good, or not known: then it has to be sent again. */
export type Delivery = 'taken' | 'refused' | 'unknown';

export interface OutboxOf {
  api: Api;
  ledger: Ledger;
  tally: Tally;
  unitNumber: number;
  key: string;
  /** Null where the simulator may not read it. */
  taxPercentage: number | null;
  random: () => number;
}

/** Of a hundred orders: sent twice on purpose; and those whose unit hangs up before the answer. */
const sentTwice = 0.03;
const hungUp = 0.01;

export class Outbox {
  readonly #of: OutboxOf;
  #waiting: MadeOrder[] = [];
  /** Keys of orders that stand in the ledger and may be sent once more. */
  readonly #entered = new Set<string>();

  constructor(of: OutboxOf) {
    this.#of = of;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  keep(order: MadeOrder): void {
    this.#waiting.push(order);
  }

  /** Sends a new order; one that is not answered is kept for later. */
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

  /** Sends what waits, oldest first, now and then twice at once; false when the server is still not there. */
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

  /** Sends what waits until it is sent; gives up when the server stays away for this long. */
  async settle(patienceMs: number): Promise<void> {
    const until = performance.now() + patienceMs;
    while (!(await this.flush()) && performance.now() < until) await sleep(500);
  }

  async #post(order: MadeOrder, signal?: AbortSignal): Promise<Delivery> {
    const { api, tally, key, unitNumber, ledger, taxPercentage } = this.#of;
    tally.sent += 1;
    try {
      const { status, body, ms } = await api.ask(
        'createOrder',
        { body: order.body, headers: { 'idempotency-key': order.key }, signal },
        key,
      );
      tally.answers.add(ms);
      if (status === 200) tally.replayed += 1;
      if (this.#entered.has(order.key)) return 'taken';
      this.#entered.add(order.key);
      tally.accepted += 1;
      const tax =
        taxPercentage === null ? { cents: toCents(body.tax) } : { percentage: taxPercentage };
      ledger.enter(unitNumber, sumsOf(order.sold, tax));
      return 'taken';
    } catch (error) {
      if (isPassing(error)) {
        tally.unanswered += 1;
        return 'unknown';
      }
      tally.refused += 1;
      countReason(tally, error);
      return 'refused';
    }
  }
}
