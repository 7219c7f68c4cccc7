/** Tonight of a venue as its streams show it. */
import {
  addTaken,
  type CurvePoint,
  curveOfSteps,
  nothingTaken,
  type Step,
  stepOf,
} from '../../rules/live/night-curve.ts';
import type { StreamCursor } from '../../rules/live/stream-cursor.ts';
import { soFar } from '../../rules/compare/so-far.ts';
import type { Night } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { type SaleSums, servingsOf } from '../../rules/reports/sales-totals.ts';
import type { SaleRow } from '../orders/orders.queries.ts';
import { refundedCents, refundedPart } from '../shared/refunded-part.ts';
import type { LiveAlerts, OpenCases, SlowParts } from './read-slow-parts.ts';
import type { LoggedChange } from './live.queries.ts';

/** Sales that are shown. */
export const shownSales = 20;

export interface NumberedPosition {
  readonly unitNumber: number;
  /** Last number of its change log that is included. */
  readonly number: number;
}

export interface LiveNight {
  readonly asOf: Date;
  readonly night: Night;
  readonly latestNumbers: ReadonlyMap<string, NumberedPosition>;
  /** Date of the first sale of the night that is dated too far ahead to be in it yet, in epoch milliseconds. */
  readonly aheadMs: number | null;
  /** As in the sales report. */
  readonly sums: SaleSums;
  /** By the start of each step, in epoch milliseconds. */
  readonly steps: ReadonlyMap<number, Step>;
  /** Latest first, at most `shownSales`. */
  readonly sales: readonly LiveSale[];
  readonly cases: OpenCases;
  readonly alerts: LiveAlerts;
  readonly slow: SlowParts;
}

/** A sale as it is now. */
export interface LiveSale {
  readonly id: string;
  readonly unitNumber: number;
  readonly soldAt: Date;
  readonly drinks: readonly {
    readonly name: string;
    readonly isDouble: boolean;
    readonly quantity: number;
    readonly failedGlasses: number;
    readonly refundedGlasses: number;
  }[];
  /** Price, tax and tip of all drinks. */
  readonly chargedCents: number;
  /** What went back of it. */
  readonly returnedCents: number;
  /** Number of drinks served. */
  readonly served: number;
}

/** An entry of a change log, with the sale it concerns if that is one of tonight. */
export interface LiveChange extends LoggedChange {
  readonly unitNumber: number;
  readonly sale: LiveSale | null;
  /** Position after it. */
  readonly cursor: StreamCursor;
}

/** What has changed of a night. */
export interface LiveBatch {
  readonly after: LiveNight;
  /** In the order in which they are sent. */
  readonly changes: readonly LiveChange[];
  /** End of the curve, from a point that stays on; empty where all of it stays. */
  readonly curve: readonly CurvePoint[];
  readonly casesChanged: boolean;
}

export const cursorOf = ({
  night,
  latestNumbers,
}: Pick<LiveNight, 'night' | 'latestNumbers'>): StreamCursor => ({
  day: night.day,
  numbers: new Map(
    [...latestNumbers.values()].map(({ unitNumber, number }) => [unitNumber, number]),
  ),
});

export const curveOfNight = ({ night, steps, asOf }: LiveNight): CurvePoint[] =>
  curveOfSteps(night, steps, { nowMs: asOf.getTime() });

/** End of the curve, from a point before the step. */
export const curveFrom = ({ night, steps, asOf }: LiveNight, fromMs: number): CurvePoint[] =>
  curveOfSteps(night, steps, { nowMs: asOf.getTime(), fromMs });

export const liveSaleOf = ({ id, unit_number, sold_at, drinks }: SaleRow): LiveSale => ({
  id,
  unitNumber: unit_number,
  soldAt: sold_at,
  drinks: drinks.map((drink) => ({
    name: drink.name,
    isDouble: drink.is_double,
    quantity: drink.quantity,
    failedGlasses: drink.quantity - drink.success_quantity,
    refundedGlasses: refundedPart(drink).glasses,
  })),
  chargedCents: drinks.reduce(
    (sum, { price_cents, quantity, tax_cents, tip_cents }) =>
      sum + price_cents * quantity + tax_cents + tip_cents,
    0,
  ),
  returnedCents: drinks.reduce((sum, drink) => sum + refundedCents(drink), 0),
  served: drinks.reduce(
    (sum, { success_quantity: successQuantity, is_double: isDouble }) =>
      sum + servingsOf({ successQuantity, isDouble }),
    0,
  ),
});

const stepOfSale = ({ chargedCents, returnedCents, served }: LiveSale): Step => {
  const cents = chargedCents - returnedCents;
  return { cents, drinks: served, orders: 1, squares: (cents / 100) ** 2 };
};

/** Part of the night whose sales are shown. */
export const spanOf = ({ night, asOf }: Pick<LiveNight, 'night' | 'asOf'>): TimeRange =>
  soFar(night, asOf.getTime());

export const isWithin = ({ startMs, endMs }: TimeRange, ms: number): boolean =>
  startMs <= ms && ms < endMs;

export const isOfSpan = (span: TimeRange, { soldAt }: LiveSale): boolean =>
  isWithin(span, soldAt.getTime());

const emptyStep: Step = { ...nothingTaken, orders: 0, squares: 0 };

/** Adds new sales to the steps. */
export function addSales(
  steps: ReadonlyMap<number, Step>,
  sales: readonly LiveSale[],
): Map<number, Step> {
  const added = new Map(steps);
  for (const sale of sales) {
    const startMs = stepOf(sale.soldAt.getTime());
    const [sum, one] = [added.get(startMs) ?? emptyStep, stepOfSale(sale)];
    added.set(startMs, {
      ...addTaken(sum, one),
      orders: sum.orders + one.orders,
      squares: sum.squares + one.squares,
    });
  }
  return added;
}

/** The latest sales, with the present state of those that changed. */
export function mergeSales(
  shown: readonly LiveSale[],
  changed: readonly LiveSale[],
  span: TimeRange,
): LiveSale[] {
  const byId = new Map([...shown, ...changed].map((sale) => [sale.id, sale]));
  return [...byId.values()]
    .filter((sale) => isOfSpan(span, sale))
    .sort((a, b) => b.soldAt.getTime() - a.soldAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, shownSales);
}
