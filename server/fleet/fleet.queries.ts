/** Figures of the units of all owners: stored by version, so that the pages of a list are of one. */
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { FleetUnitsTable } from '../../db/tables/fleet.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { hasWords, plainText } from '../../db/plain-text.ts';
import { ageBounds, type CohortKind, type CohortSums } from '../../rules/fleet/cohorts.ts';
import type { FleetSort, FleetState } from '../../rules/fleet/fleet.ts';

export type FleetRow = Selectable<FleetUnitsTable>;
export type NewFleetRow = Insertable<FleetUnitsTable>;

/** Counts the version up, and holds it until the transaction ends. */
export async function takeVersion(db: Tx): Promise<number> {
  const { version } = await db
    .updateTable('fleet_versions')
    .set((row) => ({ version: row('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function findVersion(db: Db): Promise<number> {
  const row = await db.selectFrom('fleet_versions').select('version').executeTakeFirst();
  return row?.version ?? 0;
}

/** Lists the present figures of the units of a venue. */
export const listFiguresOfVenue = (db: Db, venueId: string): Promise<FleetRow[]> =>
  db
    .selectFrom('fleet_units')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('until_version', 'is', null)
    .execute();

/** Finds the present figures of a unit. */
export const findFigures = (db: Db, unitId: string): Promise<FleetRow | undefined> =>
  db
    .selectFrom('fleet_units')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('until_version', 'is', null)
    .executeTakeFirst();

/** Ends the present figures of these units with a version. */
export async function endFigures(
  db: Tx,
  unitIds: readonly string[],
  { version, at }: { version: number; at: Date },
): Promise<void> {
  if (unitIds.length === 0) return;
  await db
    .updateTable('fleet_units')
    .set({ until_version: version, until_at: at })
    .where('unit_id', 'in', unitIds)
    .where('until_version', 'is', null)
    .execute();
}

/** Stores figures; those of a version that is there are replaced. */
export async function storeFigures(db: Tx, rows: readonly NewFleetRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('fleet_units')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['unit_id', 'from_version']).doUpdateSet((set) => ({
        failed: set.ref('excluded.failed'),
        glasses: set.ref('excluded.glasses'),
        day_failed: set.ref('excluded.day_failed'),
        day_glasses: set.ref('excluded.day_glasses'),
        last_contact_at: set.ref('excluded.last_contact_at'),
        figures_at: set.ref('excluded.figures_at'),
      })),
    )
    .execute();
}

export async function deleteReplacedBefore(db: Tx, before: Date): Promise<void> {
  await db.deleteFrom('fleet_units').where('until_at', '<', before).execute();
}

export async function findOwnerName(db: Db, ownerId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', ownerId)
    .executeTakeFirst();
  return row?.name ?? '';
}

export interface HourOfUnit {
  unit_id: string;
  bucket: Date;
  glasses: number;
  failed: number;
}

/** Lists the glasses of each unit of a venue in the hours since a time. */
export async function listGlassesByHour(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
  since: Date,
): Promise<HourOfUnit[]> {
  const { rows } = await sql<HourOfUnit>`
    select unit_id, bucket, sum(glasses)::int as glasses, sum(failed_glasses)::int as failed
    from drink_sums
    where venue_id = ${venueId} and unit_id = any(${[...unitIds]}::uuid[]) and grain = 'hour' and bucket >= ${since}
    group by unit_id, bucket
  `.execute(db);
  return rows;
}

export interface PouredPlace {
  unit_id: string;
  position: number;
  ingredient_id: string;
  pours: number;
  empty: number;
  blocked: number;
  timeout: number;
  partial: number;
}

/** Lists the pours of each position of the units of a venue since a time. */
export async function listPouredPlaces(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
  since: Date,
): Promise<PouredPlace[]> {
  const { rows } = await sql<PouredPlace>`
    select unit_id, position, ingredient_id, sum(pours)::int as pours, sum(empty)::int as empty,
      sum(blocked)::int as blocked, sum(timeouts)::int as timeout, sum(partials)::int as partial
    from pour_sums
    where venue_id = ${venueId} and unit_id = any(${[...unitIds]}::uuid[]) and grain = 'hour' and bucket >= ${since}
    group by unit_id, position, ingredient_id
  `.execute(db);
  return rows;
}

export interface FleetFilter {
  state?: FleetState | undefined;
  software?: string | undefined;
  owner?: string | undefined;
  search?: string | undefined;
}

export interface FleetPlace {
  value: string | number;
  unitId: string;
}

const sortColumns = {
  atRisk: 'at_risk_cents',
  expected: 'expected_cents',
  failureRate: 'rate',
  refused: 'refused',
  place: 'place',
} as const satisfies Record<FleetSort, keyof FleetUnitsTable>;

export const valueOf = (row: FleetRow, sort: FleetSort): string | number => row[sortColumns[sort]];

const atVersion = (version: number): RawBuilder<boolean> => sql`(
  from_version <= ${version} and (until_version is null or until_version > ${version})
)`;

const selected = ({ state, software, owner, search }: FleetFilter): RawBuilder<boolean> =>
  sql.join(
    [
      sql`true`,
      ...(state === undefined ? [] : [sql`state = ${state}`]),
      ...(software === undefined ? [] : [sql`software = ${software}`]),
      ...(owner === undefined ? [] : [sql`owner_id = ${owner}`]),
      ...(search === undefined || search === ''
        ? []
        : [hasWords(plainText(sql`concat_ws(' ', place, unit_name)`), search)]),
    ],
    sql` and `,
  );

/** Lists a page of units by the figures of a version. */
export async function listFleet(
  db: Db,
  { version, filter, sort }: { version: number; filter: FleetFilter; sort: FleetSort },
  { after, size }: { after: FleetPlace | undefined; size: number },
): Promise<FleetRow[]> {
  const column = sql.ref(sortColumns[sort]);
  const isUp = sort === 'place';
  const next = isUp ? sql`>` : sql`<`;
  const beyond =
    after === undefined
      ? sql``
      : sql`and (${column}, unit_id) ${next} (${after.value}, ${after.unitId}::uuid)`;
  const direction = isUp ? sql`asc` : sql`desc`;
  const { rows } = await sql<FleetRow>`
    select * from fleet_units
    where ${atVersion(version)} and ${selected(filter)} ${beyond}
    order by ${column} ${direction}, unit_id ${direction}
    limit ${size}
  `.execute(db);
  return rows;
}

export interface FleetTotal {
  units: number;
  at_risk_cents: number;
  oldest: Date | null;
  newest: Date | null;
}

export async function sumFleet(db: Db, version: number, filter: FleetFilter): Promise<FleetTotal> {
  const { rows } = await sql<FleetTotal>`
    select count(*)::int as units, coalesce(sum(at_risk_cents), 0)::bigint as at_risk_cents,
      min(figures_at) as oldest, max(figures_at) as newest
    from fleet_units where ${atVersion(version)} and ${selected(filter)}
  `.execute(db);
  return rows[0] ?? { units: 0, at_risk_cents: 0, oldest: null, newest: null };
}

const cohortColumns: Readonly<Record<CohortKind, (now: Date) => RawBuilder<string>>> = {
  software: () => sql`software`,
  category: () => sql`category`,
  age: (now) =>
    sql`(select count(*) from unnest(${[...ageBounds]}::int[]) as bound (days)
      where created_at <= ${now}::timestamptz - bound.days * interval '1 day')::text`,
};

export type CohortRow = CohortSums & { name: string };

/** Sums the glasses of the last 24 hours of the units of each cohort, by their present figures. */
export async function sumCohorts(db: Db, by: CohortKind, now: Date): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    select name, count(*)::int as units, sum(day_failed)::float8 as failed, sum(day_glasses)::float8 as glasses,
      sum(day_failed::float8 ^ 2) as "failedSquared", sum(day_glasses::float8 ^ 2) as "glassesSquared",
      sum(day_failed::float8 * day_glasses) as product
    from (
      select ${cohortColumns[by](now)} as name, day_failed, day_glasses
      from fleet_units where until_version is null
    ) as unit
    group by name order by name
  `.execute(db);
  return rows;
}
