/** Where the events of venues come from, in one order: changes of units, entries in the logs of alerts, and certificates. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { unionAll } from '../../db/union-all.ts';

/** In the order in which rows of the same time and venue come. */
export const eventSources = ['change', 'alert', 'night'] as const;
export type EventSource = (typeof eventSources)[number];

/** A row that may have events. Rows come in the order of time, venue, source, key and number. */
export interface EventPlace {
  at: Date;
  venue_id: string;
  source: number;
  /** Id of the unit, id of the entry, or day. */
  key: string;
  /** Of the change log, or version of the certificate; 0 for an alert. */
  number: number;
}

/** Begins after a row, or with a time. */
export type EventStart = EventPlace | { at: Date };

export interface PlacedRow extends EventPlace {
  kind: string;
  alert_id: string | null;
  order_id: string | null;
  drink_index: number | null;
}

/** Lists the next rows of these venues and sources before a time. Of each venue and source, it reads at most a page. */
export async function listEventPlaces(
  db: Db,
  among: { venueIds: readonly string[]; sources: readonly EventSource[] },
  { start, before, size }: { start: EventStart; before: Date; size: number },
): Promise<PlacedRow[]> {
  const parts = among.venueIds.flatMap((venueId) =>
    among.sources.map((source) => selectPart(venueId, source, { start, before, size })),
  );
  if (parts.length === 0) return [];
  const { rows } = await sql<PlacedRow>`
    select * from (${unionAll(parts)}) as place
    order by at, venue_id, source, key, number
    limit ${size}
  `.execute(db);
  return rows;
}

function selectPart(
  venueId: string,
  source: EventSource,
  page: { start: EventStart; before: Date; size: number },
): RawBuilder<unknown> {
  const { before, size } = page;
  const after = laterThan(page.start, venueId, source);
  if (source === 'change')
    return sql`
      select at, venue_id, 0 as source, unit_id::text collate "C" as key, number, kind, null::uuid as alert_id,
        order_id, drink_index
      from changes
      where venue_id = ${venueId} and ${after} and at < ${before}
      order by at, unit_id, number limit ${size}`;
  if (source === 'alert')
    return sql`
      select at, venue_id, 1 as source, id::text collate "C" as key, 0::bigint as number, kind, alert_id,
        null::uuid as order_id, null::smallint as drink_index
      from alert_events
      where venue_id = ${venueId} and ${after} and at < ${before}
      order by at, id limit ${size}`;
  return sql`
    select made_at as at, venue_id, 2 as source, day::text collate "C" as key, version::bigint as number, '' as kind,
      null::uuid as alert_id, null::uuid as order_id, null::smallint as drink_index
    from night_certificates
    where venue_id = ${venueId} and ${after} and made_at < ${before}
    order by made_at, day, version limit ${size}`;
}

function laterThan(start: EventStart, venueId: string, source: EventSource): RawBuilder<unknown> {
  const at = sql.ref(source === 'night' ? 'made_at' : 'at');
  if (!('source' in start)) return sql`${at} >= ${start.at}`;
  const index = eventSources.indexOf(source);
  if (start.venue_id !== venueId || start.source !== index) {
    const isBefore =
      venueId < start.venue_id || (venueId === start.venue_id && index < start.source);
    return isBefore ? sql`${at} > ${start.at}` : sql`${at} >= ${start.at}`;
  }
  const { key, number } = start;
  if (source === 'change') return sql`(at, unit_id, number) > (${start.at}, ${key}, ${number})`;
  if (source === 'alert') return sql`(at, id) > (${start.at}, ${key})`;
  return sql`(made_at, day, version) > (${start.at}, ${key}, ${number})`;
}

/** Numbers of units, deleted ones too, by their ids. */
export async function readUnitNumbers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('units')
    .select(['id', 'unit_number'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, unit_number }) => [id, unit_number]));
}
