/** Simulates one unit over an evening: shows its menu, serves, runs out, loses its network and reconnects. */
import { setTimeout as sleep } from 'node:timers/promises';
import { nextSaleAfter, type Rhythm } from '../rules/simulation/bar-rhythm.ts';
import {
  clockSkewMs,
  faultsBegin,
  isClosedDay,
  overPourRatio,
  slownessAt,
  stolenMl,
  type UnitFault,
  wearAt,
} from '../rules/simulation/unit-faults.ts';
import type { ApiResponse, Api } from './api.ts';
import type { Bartender } from './bartender.ts';
import type { BarClock } from './clock.ts';
import { makeOrder, type UnitMenu } from './make-order.ts';
import type { MessageSenders } from './send-queue.ts';
import type { Shelf } from './stock-units.ts';
import { countReason, isPassing, type Tally } from './report-figures.ts';

export interface UnitLife {
  api: Api;
  clock: BarClock;
  outbox: MessageSenders;
  shelf: Shelf;
  bartender: Bartender;
  tally: Tally;
  unitNumber: number;
  key: string;
  salesPerDay: number;
  rhythm: Rhythm;
  random: () => number;
  faults: ReadonlySet<UnitFault>;
}

const minuteMs = 60_000;
const menuGoodForMs = 10 * minuteMs;
/** Probability of losing the network while serving, and the pause when the server does not respond. */
const losesNetwork = 0.004;
const retryAfterMs = 2 * minuteMs;
/** Limits retries against a server that is down, at any simulation speed. */
const pauseMs = 200;

export class VirtualUnit {
  readonly #life: UnitLife;
  #menu: UnitMenu | null = null;
  #etag: string | null = null;
  #menuGoodUntilMs = 0;
  #offlineUntilMs = 0;
  /** True once it sells at prices that have changed since. */
  #sellsAtFormerPrices = false;
  #isStolen = false;
  #isFilled = false;
  /** Time of the next refill, by ingredient. */
  readonly #restocks = new Map<string, number>();

  constructor(life: UnitLife) {
    this.#life = life;
  }

  /** Sells until the bar closes or the simulation is stopped. */
  async live(): Promise<void> {
    const { clock, salesPerDay, rhythm, random } = this.#life;
    const next = (ms: number) => nextSaleAfter(ms, clock.endMs, { salesPerDay, rhythm }, random);
    let at = next(clock.startMs);
    while (at !== null && (await clock.until(at))) {
      this.#wearOut(at);
      if (this.#sells(at)) await this.#serve(at);
      else await this.#stayInContact(at);
      at = next(at);
    }
  }

  #has(fault: UnitFault, at: number): boolean {
    const { clock, faults } = this.#life;
    return faults.has(fault) && at >= faultsBegin(clock);
  }

  #sells(at: number): boolean {
    const { clock, faults } = this.#life;
    return !this.#has('stopped', at) && !(faults.has('closed') && isClosedDay(at, clock));
  }

  /** Reads the menu again. */
  async #stayInContact(at: number): Promise<void> {
    this.#menuGoodUntilMs = 0;
    if (await this.#comeOnline(at)) await this.#prepare(at);
  }

  #wearOut(at: number): void {
    const { clock, faults, shelf } = this.#life;
    const { positions } = shelf;
    const [first, second = first] = positions;
    const middle = positions[Math.floor(positions.length / 2)];
    const last = positions.at(-1);
    if (first === undefined || second === undefined) return;
    if (middle === undefined || last === undefined) return;
    if (this.#has('blocked', at)) shelf.setFault(first, { isBlocked: true });
    if (this.#has('slowing', at)) shelf.setFault(second, { slowness: slownessAt(at, clock) });
    if (faults.has('meter')) shelf.setFault(first, { overPour: overPourRatio });
    if (faults.has('valve')) shelf.setFault(middle, { slowness: wearAt(at, clock) });
    if (!this.#isStolen && this.#has('theft', at)) this.#isStolen = shelf.take(last, stolenMl);
    if (!this.#isFilled && this.#has('unrecorded', at)) {
      shelf.fill(last);
      this.#isFilled = true;
    }
  }

  async #serve(at: number): Promise<void> {
    const { outbox, shelf, random } = this.#life;
    const isOnline = await this.#comeOnline(at);
    if (isOnline && !(await this.#prepare(at))) await this.#goOffline(at, retryAfterMs);
    if (!this.#menu) return;
    if (isOnline && this.#has('prices', at)) await this.#missPriceChange(this.#menu);
    const order = makeOrder(
      this.#menu,
      shelf,
      { soldAtMs: this.#clockAt(at), isReaderDead: this.#has('reader', at) },
      random,
    );
    this.#callForBottles(at);
    if (!order) return;
    if (at >= this.#offlineUntilMs && random() < losesNetwork) {
      this.#life.tally.offline += 1;
      this.#offlineUntilMs = at + (10 + 80 * random()) * minuteMs;
    }
    if (at < this.#offlineUntilMs) {
      outbox.keep(order, { isOwed: this.#sellsAtFormerPrices });
      return;
    }
    const delivery = await outbox.send(order);
    if (delivery === 'unknown') await this.#goOffline(at, retryAfterMs);
    if (delivery === 'refused') this.#menuGoodUntilMs = 0;
  }

  /** What the clock of the unit reads; not beyond the end, so that all sales are in the compared report. */
  #clockAt(at: number): number {
    const { clock } = this.#life;
    return this.#has('clock', at) ? Math.min(at + clockSkewMs, clock.endMs) : at;
  }

  /** Loses the network until the simulation ends; then a drink of its menu becomes dearer. */
  async #missPriceChange({ drinks }: UnitMenu): Promise<void> {
    const drink = drinks.find(({ available }) => available);
    if (!drink) return;
    this.#offlineUntilMs = Number.POSITIVE_INFINITY;
    this.#sellsAtFormerPrices = true;
    this.#life.tally.offline += 1;
    await this.#life.bartender.raisePrice(drink);
  }

  /** Sends the orders queued while offline. */
  async #comeOnline(at: number): Promise<boolean> {
    if (at < this.#offlineUntilMs) return false;
    if (await this.#life.outbox.flush()) return true;
    await this.#goOffline(at, retryAfterMs);
    return false;
  }

  async #goOffline(at: number, forMs: number): Promise<void> {
    this.#offlineUntilMs = at + forMs;
    await sleep(pauseMs);
  }

  /** Refills ingredients and refreshes an outdated menu; returns false while the server is unavailable. */
  async #prepare(at: number): Promise<boolean> {
    try {
      for (const [ingredientId, dueMs] of this.#restocks) {
        if (dueMs <= at) await this.#restock(ingredientId, at);
      }
      if (at >= this.#menuGoodUntilMs) await this.#fetchMenu(at);
      return true;
    } catch (error) {
      if (!isPassing(error)) countReason(this.#life.tally, error);
      return false;
    }
  }

  async #restock(ingredientId: string, at: number): Promise<void> {
    const { bartender, clock, shelf, tally } = this.#life;
    const own = shelf.bottles.filter((bottle) => bottle.ingredientId === ingredientId);
    this.#menuGoodUntilMs = 0;
    try {
      await bartender.refill(own, { atMs: at, ageMs: clock.endMs - at });
    } catch (error) {
      if (isPassing(error)) throw error;
      countReason(tally, error);
    }
    // A failed refill is scheduled again when the ingredient is next needed.
    shelf.refill(ingredientId);
    this.#restocks.delete(ingredientId);
    tally.restocks += 1;
  }

  async #fetchMenu(at: number): Promise<void> {
    const { api, key, unitNumber, tally } = this.#life;
    if (this.#has('clock', at)) await this.#sendHeartbeat();
    const response = await api.retry(
      'getUnitMenu',
      { params: { unitNumber: String(unitNumber) } },
      key,
      this.#etag,
    );
    tally.menus += 1;
    this.#menuGoodUntilMs = at + menuGoodForMs;
    if (isNews(response)) {
      this.#menu = response.body;
      this.#etag = response.etag;
    } else {
      tally.menusUnchanged += 1;
    }
  }

  /** The clock of a heartbeat is compared with that of the server, and so with real time. */
  async #sendHeartbeat(): Promise<void> {
    const { api, key, unitNumber } = this.#life;
    const body = { clock: Date.now() + clockSkewMs };
    await api.send('sendHeartbeat', { params: { unitNumber: String(unitNumber) }, body }, key);
  }

  /** Schedules refills in about a quarter of an hour. */
  #callForBottles(at: number): void {
    const { shelf, random } = this.#life;
    for (const { ingredients } of this.#menu?.drinks ?? []) {
      for (const { id } of ingredients) {
        if (this.#restocks.has(id) || !shelf.isShortOf(id)) continue;
        this.#restocks.set(id, at + (5 + 20 * random()) * minuteMs);
      }
    }
  }
}

const isNews = (
  response: ApiResponse<'getUnitMenu'> | { status: 304 },
): response is ApiResponse<'getUnitMenu'> => 'body' in response;
