import type { Cause } from '../../rules/alerts/alert-life.ts';
import { type AlertKind, kindsOfAlerts, type Severity } from '../../rules/alerts/alert-kinds.ts';
import { causeTexts } from '../../rules/alerts/alert-text.ts';
import type { FindingKind } from '../../rules/health/findings.ts';
import { healthMessages } from '../../rules/health/health-messages.ts';
import { capPeriod } from '../cases/cases.ts';
import { getStockForecast, type StockForecast } from '../forecast/get-stock-forecast.ts';
import type { AppDeps } from '../shared/deps.ts';
import { getVenueHealth, type VenueHealth } from '../venues/health/venue-health.ts';
import {
  countStuckRefunds,
  countUndelivered,
  isCapReached,
  listFailedWebhooks,
  listFailingPlaces,
  listOpenNotices,
  listUnitsOfRevokedKeys,
  type OpenNotice,
} from './causes.queries.ts';

export type CauseDeps = Pick<AppDeps, 'db' | 'now' | 'flags' | 'readRouter'>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** So many glasses that were not poured, for one cause at one position, are one alert. */
const leastFailures = 5;
/** A place that has not failed since is no longer urgent, settled or not. */
const failingForMs = 12 * hourMs;
/** Odds of running out before close from which on it is an alert: it is more likely than not. */
const likelyOdds = 0.5;

const kindOfFinding: Readonly<Partial<Record<FindingKind, AlertKind>>> = {
  allSilent: 'silent',
  silent: 'silent',
  offline: 'offline',
  failing: 'failing',
  reader: 'reader',
  clock: 'clock',
};

export interface VenueCauses {
  causes: Cause[];
  /** Open, with a unit that was in contact within the hour: its causes may change at any time. */
  isActive: boolean;
  health: VenueHealth;
  stock: StockForecast;
}

/**
 * Reads what is wrong at a venue now. The number of statements does not depend on the number of units.
 * @param openKeys keys of the open alerts
 */
export async function readCauses(
  deps: CauseDeps,
  venueId: string,
  openKeys: ReadonlySet<string>,
): Promise<VenueCauses> {
  const { db, now } = deps;
  const nowMs = now().getTime();
  const since = (ms: number): Date => new Date(nowMs - ms);
  // From the primary: what has just happened is what counts here.
  const reads = deps.readRouter.onPrimary();
  const night = await capPeriod(db, venueId, nowMs);
  // Of a venue without a clock no zone is known here: only a reader has one.
  const timezone = null;
  const [health, stuck, isCapped, revoked, notices, undelivered, webhooks] = await Promise.all([
    getVenueHealth({ db, now, reads }, venueId, timezone),
    countStuckRefunds(db, venueId, since(hourMs)),
    isCapReached(db, venueId, new Date(night.startMs)),
    listUnitsOfRevokedKeys(db, venueId, since(dayMs)),
    listOpenNotices(db, venueId),
    countUndelivered(db, venueId, since(dayMs)),
    listFailedWebhooks(db, venueId),
  ]);
  // After these, so that what they are the reason of is never read without them.
  const [stock, places] = await Promise.all([
    getStockForecast({ ...deps, reads }, venueId, { timezone, horizon: 'close' }),
    listFailingPlaces(db, venueId, { since: since(failingForMs), least: leastFailures }),
  ]);
  const { isOpen } = health;
  const ofStock = causesOfStock(stock, isOpen);
  // A unit that fails because of one position has one alert.
  const failing = new Set<string | null>(places.map(({ unit_id }) => unit_id));
  const stockouts = new Set(ofStock.map(({ key }) => key));
  return {
    health,
    stock,
    isActive:
      isOpen && health.units.some(({ facts }) => nowMs - (facts.lastContactMs ?? 0) < hourMs),
    causes: [
      ...causesOfHealth(health, openKeys).filter(
        ({ kind, unitId }) => kind !== 'failing' || !failing.has(unitId),
      ),
      ...ofStock,
      ...notices
        .filter((one) => !stockouts.has(keyOf('out', one.unit_id, one.ingredient_id)))
        .map(low),
      ...places.map((place) => {
        const [firstMs, lastMs] = [place.first_at.getTime(), place.last_at.getTime()];
        const text = causeTexts.failures(place, {
          glasses: place.glasses,
          forMs: Math.max(60_000, lastMs - firstMs),
        });
        return causeOf('failures', text, { unitId: place.unit_id, of: place.group_id });
      }),
      ...health.units
        .filter(({ refusedSales }) => refusedSales > 0)
        .map(({ activity, refusedSales }) =>
          causeOf('refusedSales', causeTexts.refusedSales(refusedSales), { unitId: activity.id }),
        ),
      ...(stuck > 0 ? [causeOf('refundStuck', causeTexts.refundStuck(stuck))] : []),
      ...(isCapped ? [causeOf('refundCap', causeTexts.refundCap)] : []),
      ...revoked.map((unitId) => causeOf('revokedKey', causeTexts.revokedKey, { unitId })),
      ...(undelivered > 0 ? [causeOf('messages', causeTexts.messages(undelivered))] : []),
      ...webhooks.map(({ id, url }) =>
        causeOf('webhook', causeTexts.webhook(new URL(url).host), { of: id }),
      ),
    ],
  };
}

const keyOf = (kind: AlertKind, unitId: string | null, of = ''): string =>
  [kind, unitId ?? '', of].join(' ').trim();

function causeOf(
  kind: AlertKind,
  text: string,
  about: { unitId?: string; of?: string; severity?: Severity } = {},
): Cause {
  const { unitId = null, of, severity = kindsOfAlerts[kind].severity } = about;
  return { key: keyOf(kind, unitId, of), kind, severity, text, unitId };
}

function causesOfHealth(
  { nowMs, findings, units, isOpen, isOpeningKnown }: VenueHealth,
  openKeys: ReadonlySet<string>,
): Cause[] {
  const found = findings.flatMap((finding) => {
    const kind = kindOfFinding[finding.kind];
    if (kind === undefined) return [];
    const unit = finding.unit === null ? undefined : units[finding.unit];
    return causeOf(kind, finding.text, {
      ...(unit && { unitId: unit.activity.id }),
      ...(kind === 'offline' && {
        // Where it is not known when the venue is open, a unit may be switched off.
        severity: isOpeningKnown ? 'urgent' : 'later',
      }),
    });
  });
  if (isOpen) return found;
  // A unit that went offline while the venue was open is still offline; one that is switched off after close is not.
  const stillOffline = units.filter(
    ({ activity, facts }) =>
      facts.state === 'offline' && openKeys.has(keyOf('offline', activity.id)),
  );
  return [
    ...found,
    ...stillOffline.map(({ activity, facts }) =>
      causeOf('offline', healthMessages.offline(nowMs - (facts.lastContactMs ?? nowMs), 0), {
        unitId: activity.id,
        severity: 'later',
      }),
    ),
  ];
}

/** Ingredients that are out, and while the venue is open those that run out before close. */
function causesOfStock({ units, nowMs }: StockForecast, isOpen: boolean): Cause[] {
  return units
    .filter(({ isTracked }) => isTracked)
    .flatMap(({ unit, ingredients }) =>
      ingredients.flatMap(({ ingredientId, name, forecast, isLevelKnown }) => {
        const about = { unitId: unit.id, of: ingredientId };
        const { odds, likelyMs } = forecast.runOut;
        if (!isLevelKnown) return [];
        if (forecast.left === 0)
          return causeOf('out', causeTexts.out(name), {
            ...about,
            severity: isOpen ? 'urgent' : 'later',
          });
        if (!isOpen || odds < likelyOdds || likelyMs === null) return [];
        return causeOf('outSoon', causeTexts.outSoon(name, likelyMs - nowMs), about);
      }),
    );
}

const low = ({ unit_id, ingredient_id, ingredient, percent }: OpenNotice): Cause =>
  causeOf('low', causeTexts.low(ingredient, percent), { unitId: unit_id, of: ingredient_id });
