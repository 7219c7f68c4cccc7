import type { EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import type { FleetRow, FleetTotal } from './fleet.queries.ts';

type Fleet = EndpointResponse<'listFleet'>;

/** @param tickets that are not closed */
export const fleetUnitView = (row: FleetRow, tickets: number): Fleet['units'][number] => ({
  unitId: row.unit_id,
  unitNumber: row.unit_number,
  unitName: row.unit_name,
  venue: { id: row.venue_id, name: row.venue_name },
  owner: { id: row.owner_id, name: row.owner_name },
  timezone: row.timezone,
  state: row.state,
  software: row.software,
  failed: row.failed,
  glasses: row.glasses,
  failureRate: row.glasses === 0 ? null : Number(row.rate.toFixed(4)),
  worstPosition: row.worst_position,
  refused: row.refused,
  tickets,
  expectedPerHour: toDollars(row.expected_cents),
  atRiskPerHour: toDollars(row.at_risk_cents),
  lastContactAt: row.last_contact_at?.toISOString() ?? null,
  figuresAt: row.figures_at.toISOString(),
});

export const figuresView = ({
  units,
  at_risk_cents,
  oldest,
  newest,
}: FleetTotal): Pick<Fleet, 'total' | 'figures'> => ({
  total: { units, atRiskPerHour: toDollars(at_risk_cents) },
  figures: oldest && newest ? { oldest: oldest.toISOString(), newest: newest.toISOString() } : null,
});
