import type { z } from 'zod';
import { encodeJson } from '../../contract/money.ts';
import { liveEvent, type LiveEventName, liveNight } from '../../contract/live.ts';
import { toDollars } from '../../lib/money.ts';
import { figuresOf } from '../../rules/compare/figures.ts';
import { isOver } from '../../rules/health/findings.ts';
import type { CurvePoint } from '../../rules/live/night-curve.ts';
import { cursorText } from '../../rules/live/stream-cursor.ts';
import { caseView } from '../cases/cases.view.ts';
import { stockForecastView } from '../forecast/stock-forecast.view.ts';
import { comparisonView, figuresView } from '../reports/reports.view.ts';
import { nightView } from '../venues/nights.view.ts';
import type { LiveBatch, LiveChange, LiveNight, LiveSale } from './live-night.ts';

type Night = z.output<typeof liveNight>;
type LiveEvent = z.output<typeof liveEvent>;

/** Ingredients with lower odds of running out are not shown, as on the refill list. */
const leastOdds = 0.05;
const mostRunOuts = 10;

/** @param curve that of the night */
export const liveNightView = (live: LiveNight, curve: readonly CurvePoint[]): Night => ({
  ...slowView(live),
  figures: figuresView(figuresOf(live.sums), live.asOf),
  cases: casesView(live),
  alerts: alertsView(live),
  curve: curve.map(pointView),
  sales: live.sales.map(saleView),
});

type Slow = Pick<
  Night,
  'night' | 'compare' | 'before' | 'band' | 'pace' | 'runout' | 'units' | 'findings'
>;

const slowView = ({ night, slow, asOf }: LiveNight): Slow => {
  const { pace, comparison, health } = slow;
  return {
    night: nightView(night, slow.row, asOf.getTime()),
    compare: comparison && comparisonView(comparison),
    before: slow.before.map(pointView),
    band: slow.band.map(({ minute, least, most }) => ({
      minute,
      leastTaken: toDollars(least.cents),
      mostTaken: toDollars(most.cents),
      leastDrinks: least.drinks,
      mostDrinks: most.drinks,
    })),
    pace: pace && {
      low: toDollars(pace.low.cents),
      likely: toDollars(pace.likely.cents),
      high: toDollars(pace.high.cents),
      lowDrinks: pace.low.drinks,
      likelyDrinks: pace.likely.drinks,
      highDrinks: pace.high.drinks,
    },
    runout: runOutView(slow),
    units: health.units.map(({ activity, facts, text }, nth) => ({
      unitId: activity.id,
      unitNumber: activity.unit_number,
      unitName: activity.unit_name,
      state: facts.state,
      text,
      troubled: health.findings.some(({ unit, kind }) => unit === nth && !isOver(kind)),
    })),
    findings: health.findings.map(({ kind, unit, text }) => ({
      kind,
      unitNumber: unit === null ? null : (health.units[unit]?.activity.unit_number ?? null),
      text,
    })),
  };
};

const casesView = ({ cases }: LiveNight): Night['cases'] => ({
  open: cases.open,
  glasses: cases.glasses,
  owed: toDollars(cases.owedCents),
  latest: cases.latest.map((one) => {
    const { id, orderId, unitNumber, soldAt, drink, failedGlasses, cause, owed } = caseView(one);
    return { id, orderId, unitNumber, soldAt, drink, failedGlasses, cause, owed };
  }),
});

const alertsView = ({ alerts }: LiveNight): Night['alerts'] => ({
  version: alerts.version,
  waiting: alerts.waiting,
  latest: alerts.latest.map((one) => ({
    id: one.id,
    severity: one.severity,
    text: one.text,
    unitNumber: one.unit_number,
    unitName: one.unit_name,
    openedAt: one.opened_at.toISOString(),
  })),
});

/** What is out is first, then what runs out earliest. */
function runOutView({ stock }: LiveNight['slow']): Night['runout'] {
  const { units } = stockForecastView(stock);
  const urgency = ({ left, earliest }: Night['runout'][number]): number =>
    left === 0 ? 0 : earliest === null ? Number.MAX_SAFE_INTEGER : Date.parse(earliest);
  return units
    .filter(({ tracked }) => tracked)
    .flatMap(({ unitNumber, unitName, ingredients }) =>
      ingredients.map((one) => ({ unitNumber, unitName, ...one })),
    )
    .filter(({ odds }) => odds > leastOdds)
    .sort((a, b) => urgency(a) - urgency(b) || b.atRisk - a.atRisk)
    .slice(0, mostRunOuts);
}

const pointView = ({ minute, cents, drinks }: CurvePoint): Night['curve'][number] => ({
  minute,
  taken: toDollars(cents),
  drinks,
});

const saleView = (sale: LiveSale): Night['sales'][number] => ({
  id: sale.id,
  unitNumber: sale.unitNumber,
  soldAt: sale.soldAt.toISOString(),
  drinks: [...sale.drinks],
  charged: toDollars(sale.chargedCents),
  refunded: toDollars(sale.returnedCents),
});

const names: Readonly<Record<LiveChange['kind'], LiveEventName>> = {
  sale: 'sale',
  correction: 'sale',
  refund_requested: 'refund',
  refund_settled: 'refund',
  refund_failed: 'refund',
  refund_returned: 'refund',
  case: 'case',
  stock: 'stock',
  menu: 'stock',
  refused: 'unit',
};

/** An event before it is encoded. */
export interface NamedEvent {
  name: LiveEventName;
  id: string;
  data: LiveEvent;
}

/** Events of a batch, of which the last one has the figures after all of them. */
export function batchView({ after, changes, curve, casesChanged }: LiveBatch): NamedEvent[] {
  return changes.map(({ kind, unitNumber, number, sale, cursor }, nth) => ({
    name: names[kind],
    id: cursorText(cursor),
    data: {
      unitNumber,
      number,
      ...(sale && { sale: saleView(sale) }),
      ...(nth === changes.length - 1 && {
        figures: figuresView(figuresOf(after.sums), after.asOf),
        ...(curve.length > 0 && { curve: curve.map(pointView) }),
        ...(casesChanged && { cases: casesView(after) }),
      }),
    },
  }));
}

/** Event with the alerts and the failed pours of a venue as they are now. */
export const alertEventView = (live: LiveNight, id: string): NamedEvent => ({
  name: 'alert',
  id,
  data: { unitNumber: null, number: null, alerts: alertsView(live), cases: casesView(live) },
});

const slowNames: Readonly<Record<keyof Slow, LiveEventName>> = {
  night: 'night',
  compare: 'night',
  before: 'night',
  band: 'night',
  pace: 'night',
  runout: 'stock',
  units: 'unit',
  findings: 'unit',
};

const isSlowPart = (name: string): name is keyof Slow => name in slowNames;
const slowParts = Object.keys(slowNames).filter(isSlowPart);

/** Events of the parts that differ between two states: at most one of each name. */
export function slowChangesView(before: LiveNight, after: LiveNight, id: string): NamedEvent[] {
  const [old, present] = [slowView(before), slowView(after)];
  const differing = slowParts.filter(
    (part) => JSON.stringify(old[part]) !== JSON.stringify(present[part]),
  );
  return [...new Set(differing.map((part) => slowNames[part]))].map((name) => ({
    name,
    id,
    data: {
      unitNumber: null,
      number: null,
      ...Object.fromEntries(
        differing.filter((part) => slowNames[part] === name).map((part) => [part, present[part]]),
      ),
    },
  }));
}

/** As JSON, without amounts for those who may not see them. */
export const encodeNight = (night: Night, seesMoney: boolean): string =>
  encodeJson(liveNight, night, seesMoney);
export const encodeEvent = (event: LiveEvent, seesMoney: boolean): string =>
  encodeJson(liveEvent, event, seesMoney);
