/** Units of all venues of an owner: one list, a page at a time. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { groupBy } from '../../lib/lists.ts';
import { contactStateOf, leastOfflineMs } from '../../rules/health/contact-state.ts';
import { healthMessages } from '../../rules/health/health-messages.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import {
  compareListed,
  isListed,
  type ListFilter,
  type ListOrder,
} from '../../rules/units/unit-list.ts';
import type { AppDeps } from '../shared/deps.ts';
import { listNightRules } from '../venues/nights.queries.ts';
import { inAllVenues } from '../venues/venue-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import * as queries from './units-of-venues.queries.ts';

type View = EndpointResponse<'listUnitsOfVenues'>;

interface ListOptions {
  search?: string | undefined;
  state?: ListFilter | undefined;
  sort: ListOrder;
  /** Of venues without a clock. */
  timezone: string;
  pagination: { current: number; size: number };
}

/** The number of statements depends neither on the number of venues nor on that of units. */
export async function readUnitsOfVenues(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venues: readonly VenueRow[],
  { search = '', state: filter, sort, timezone, pagination }: ListOptions,
): Promise<View> {
  const at = now();
  const nowMs = at.getTime();
  const ids = venues.map(({ id }) => id);
  const quietSince = new Date(nowMs - leastOfflineMs);
  const [rows, rules] = await inAllVenues(db, () =>
    Promise.all([
      queries.listUnitsOfVenues(db, ids, { now: at, quietSince }),
      listNightRules(db, ids),
    ]),
  );
  const rowsOf = groupBy(rows, ({ venue_id }) => venue_id);
  const isSearched = isListed(search, filter);
  const found = venues.map(({ id, name }) => {
    const own = rules.get(id);
    const zone = own ? nightAt(own, nowMs).timezone : timezone;
    const units = (rowsOf.get(id) ?? [])
      .map((row) => unitView(row, nowMs, zone))
      .filter(isSearched)
      .sort(compareListed(sort));
    return { id, name, units };
  });
  const all = found.flatMap(({ units }) => units);
  const { current, size } = pagination;
  return {
    asOf: at.toISOString(),
    units: all.slice((current - 1) * size, current * size),
    venues: found
      .filter(({ units }) => units.length > 0)
      .map(({ units, ...venue }) => ({
        ...venue,
        units: units.length,
        attention: units.filter(({ needsAttention }) => needsAttention).length,
      })),
  };
}

function unitView(
  row: queries.UnitOfVenues,
  nowMs: number,
  timezone: string,
): View['units'][number] {
  const lastContactMs = row.last_contact_at?.getTime() ?? null;
  const contact = contactStateOf(lastContactMs, row.contact_gaps_s, nowMs);
  const about = {
    unitId: row.id,
    unitNumber: row.unit_number,
    unitName: row.name,
    venueId: row.venue_id,
    lastContactAt: row.last_contact_at?.toISOString() ?? null,
  };
  if (row.until_at !== null)
    return {
      ...about,
      state: 'maintenance',
      text: healthMessages.inMaintenance(row.until_at.getTime(), timezone, row.reason ?? 'other'),
      needsAttention: false,
    };
  const text =
    contact === 'offline' && lastContactMs !== null
      ? healthMessages.offline(nowMs - lastContactMs, 0)
      : contact === 'new'
        ? healthMessages.never
        : healthMessages.online;
  return { ...about, state: contact, text: row.alert ?? text, needsAttention: row.alert !== null };
}
