import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { severities } from '../../rules/alerts/alert-kinds.ts';
import type { MaintenanceReason } from '../../rules/health/maintenance-reasons.ts';
import { alertsOfIssue, mergedAlerts } from '../../rules/issues/issue-kinds.ts';

/** A unit that fails at one position has no other alert about its failures; see readCauses. */
const alertsOfUnits = [...alertsOfIssue('units'), mergedAlerts.failedPours];

export interface UnitOfVenues {
  id: string;
  venue_id: string;
  unit_number: number;
  name: string | null;
  last_contact_at: Date | null;
  contact_gaps_s: number[];
  /** End of the maintenance that goes on. */
  until_at: Date | null;
  reason: MaintenanceReason | null;
  /** Of the most urgent alert that is open about it. */
  alert: string | null;
}

/**
 * Lists the units of these venues with their contacts, and what is wrong with them.
 * @param quietSince the rhythm of units that were in contact since then is left out: it does not matter
 */
export async function listUnitsOfVenues(
  db: Db,
  venueIds: readonly string[],
  { now, quietSince }: { now: Date; quietSince: Date },
): Promise<UnitOfVenues[]> {
  const among = sql`any(${[...venueIds]}::uuid[])`;
  const { rows } = await sql<UnitOfVenues>`
    select unit.id, unit.venue_id, unit.unit_number, unit.name, state.last_contact_at,
      case when state.last_contact_at < ${quietSince} then state.contact_gaps_s else '{}' end as contact_gaps_s,
      service.until_at, service.reason, alert.text as alert
    from units as unit
    join unit_state as state on state.venue_id = unit.venue_id and state.unit_id = unit.id
    left join (
      select distinct on (venue_id, unit_id) venue_id, unit_id, until_at, reason from unit_services
      where venue_id = ${among} and until_at > ${now} and from_at <= ${now}
      order by venue_id, unit_id, from_at desc
    ) as service on service.venue_id = unit.venue_id and service.unit_id = unit.id
    left join (
      select distinct on (venue_id, unit_id) venue_id, unit_id, text from alerts
      where venue_id = ${among} and resolved_at is null and cause_ended_at is null
        and kind = any(${alertsOfUnits}::text[])
      order by venue_id, unit_id, array_position(${[...severities]}::text[], severity), id desc
    ) as alert on alert.venue_id = unit.venue_id and alert.unit_id = unit.id
    where unit.venue_id = ${among} and unit.deleted_at is null
  `.execute(db);
  return rows;
}

/** Number of units of each of these venues; those without any are left out. */
export async function countUnitsOfVenues(
  db: Db,
  venueIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ venue_id: string; units: number }>`
    select venue_id, count(*)::int as units from units
    where venue_id = any(${[...venueIds]}::uuid[]) and deleted_at is null
    group by venue_id
  `.execute(db);
  return new Map(rows.map(({ venue_id: venueId, units }) => [venueId, units]));
}
