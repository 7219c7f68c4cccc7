import { groupBy } from '../../lib/lists.ts';
import { fleetStateOf, riskOf } from '../../rules/fleet/fleet.ts';
import { isFailing } from '../../rules/health/failure-rate.ts';
import { isInMaintenance } from '../../rules/health/findings.ts';
import { positionHealthOf } from '../../rules/health/position-health.ts';
import type { StockForecast } from '../forecast/get-stock-forecast.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { UnitHealth, VenueHealth } from '../venues/health/venue-health.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import {
  deleteReplacedBefore,
  endFigures,
  findOwnerName,
  type FleetRow,
  type HourOfUnit,
  listFiguresOfVenue,
  listGlassesByHour,
  listPouredPlaces,
  type NewFleetRow,
  type PouredPlace,
  storeFigures,
  takeVersion,
} from './fleet.queries.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The pages of a list are read for as long. */
export const keptMs = 15 * 60_000;

type NewFigures = Omit<NewFleetRow, 'from_version'>;

/** What decides where a unit is listed, and by which filters. */
const listed = [
  'owner_id',
  'venue_id',
  'unit_number',
  'unit_name',
  'place',
  'owner_name',
  'venue_name',
  'timezone',
  'software',
  'state',
  'rate',
  'refused',
  'expected_cents',
  'at_risk_cents',
  'worst_position',
] as const satisfies readonly (keyof FleetRow)[];

/**
 * Stores the figures of the units of a venue from what was read of it. For a while after the server was down the last
 * ones stay, with their time: the state of units is not known then.
 */
export async function storeFleet(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venue: Pick<VenueRow, 'id' | 'name' | 'owner_id'>,
  read: { health: VenueHealth; stock: StockForecast },
): Promise<void> {
  if (!read.health.isWatched) return;
  const at = now();
  const { nowMs } = read.health;
  const unitIds = read.health.units.map(({ activity }) => activity.id);
  const firstHour = new Date(Math.floor((nowMs - dayMs) / hourMs) * hourMs);
  const [ownerName, hours, places] = await Promise.all([
    findOwnerName(db, venue.owner_id),
    listGlassesByHour(db, venue.id, unitIds, firstHour),
    listPouredPlaces(db, venue.id, unitIds, firstHour),
  ]);
  const [hoursOf, placesOf] = [groupBy(hours, unitOf), groupBy(places, unitOf)];
  const forecastOf = new Map(read.stock.units.map((one) => [one.unit.id, one]));
  await db.transaction().execute(async (transaction) => {
    const version = await takeVersion(transaction);
    const before = new Map(
      (await listFiguresOfVenue(transaction, venue.id)).map((row) => [row.unit_id, row]),
    );
    const rows = read.health.units.flatMap((unit): NewFleetRow[] => {
      const { id } = unit.activity;
      const forecast = forecastOf.get(id);
      if (!forecast) return [];
      const known = before.get(id);
      const figures = figuresOf(unit, {
        venue: { ...venue, ownerName, timezone: read.health.night.timezone },
        createdAt: forecast.unit.created_at,
        expectedCents: forecast.expectedCents,
        hours: hoursOf.get(id) ?? [],
        places: placesOf.get(id) ?? [],
        nowMs,
        known,
      });
      const isSame = known !== undefined && listed.every((name) => known[name] === figures[name]);
      return [{ ...figures, from_version: isSame ? known.from_version : version }];
    });
    const same = new Set(
      rows.filter((row) => row.from_version !== version).map(({ unit_id }) => unit_id),
    );
    const ended = [...before.keys()].filter((id) => !same.has(id));
    await endFigures(transaction, ended, { version, at });
    await storeFigures(transaction, rows);
    await deleteReplacedBefore(transaction, new Date(at.getTime() - keptMs));
  });
}

const unitOf = ({ unit_id }: { unit_id: string }): string => unit_id;

interface Facts {
  venue: { id: string; name: string; owner_id: string; ownerName: string; timezone: string };
  createdAt: Date;
  expectedCents: number;
  hours: readonly HourOfUnit[];
  places: readonly PouredPlace[];
  nowMs: number;
  /** Figures before these. */
  known: FleetRow | undefined;
}

function figuresOf(
  { activity, report, facts, refusedSales }: UnitHealth,
  { venue, createdAt, expectedCents, hours, places, nowMs, known }: Facts,
): NewFigures {
  const software = report?.software ?? '';
  const softwareSince =
    known === undefined
      ? new Date(nowMs - dayMs)
      : known.software === software
        ? known.software_since
        : new Date(nowMs);
  const day = glassesOf(hours);
  const withSoftware = glassesOf(hours.filter(({ bucket }) => bucket >= hourOf(softwareSince)));
  const { failed, glasses } = facts.failureRate ?? day;
  const rate = glasses === 0 ? 0 : failed / glasses;
  const state = fleetStateOf({
    contact: facts.state,
    isSilent: facts.quiet?.isSilent === true,
    isFailing: facts.failureRate !== null && isFailing(facts.failureRate),
    isInMaintenance: isInMaintenance(facts, nowMs),
  });
  const risk = riskOf({ state, expectedCents, rate });
  return {
    unit_id: activity.id,
    venue_id: venue.id,
    owner_id: venue.owner_id,
    unit_number: activity.unit_number,
    unit_name: activity.unit_name,
    venue_name: venue.name,
    owner_name: venue.ownerName,
    place: `${venue.ownerName} ${venue.name} ${activity.unit_number}`.toLowerCase(),
    category: activity.category,
    created_at: createdAt,
    timezone: venue.timezone,
    software,
    state,
    failed,
    glasses,
    rate,
    day_failed: withSoftware.failed,
    day_glasses: withSoftware.glasses,
    software_since: softwareSince,
    worst_position: worstPosition(places),
    refused: refusedSales,
    expected_cents: risk.expectedCents,
    at_risk_cents: risk.atRiskCents,
    last_contact_at: facts.lastContactMs === null ? null : new Date(facts.lastContactMs),
    figures_at: new Date(nowMs),
  };
}

const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

const glassesOf = (hours: readonly HourOfUnit[]) => ({
  failed: hours.reduce((sum, { failed }) => sum + failed, 0),
  glasses: hours.reduce((sum, { glasses }) => sum + glasses, 0),
});

/** Of the positions that surely fail more often than the others, the one that does most; null without any. */
function worstPosition(places: readonly PouredPlace[]): number | null {
  const failing = positionHealthOf(
    places.map(({ ingredient_id, ...counts }) => ({ ...counts, ingredientId: ingredient_id })),
    new Set(),
  ).filter(({ state }) => state === 'failing');
  const [worst] = failing.toSorted((one, other) => other.low - one.low);
  return worst?.position ?? null;
}
