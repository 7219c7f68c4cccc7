import type { z } from 'zod';
import type { getUnitContact } from '../../contract/unit-contact.ts';
import { clockSkewMs } from '../../rules/units/unit-contact.ts';
import type { HeartbeatRow, ReportedContact } from './unit-heartbeats.queries.ts';

type View = z.output<(typeof getUnitContact)['responses'][200]>;

export const unitContactView = ({ state, heartbeat }: ReportedContact): View => ({
  lastContactAt: state?.last_contact_at?.toISOString() ?? null,
  since: state?.contact_since?.toISOString() ?? null,
  heartbeat: heartbeat ? heartbeatView(heartbeat) : null,
});

const heartbeatView = (row: HeartbeatRow): NonNullable<View['heartbeat']> => ({
  receivedAt: row.received_at.toISOString(),
  software: row.software,
  startedAt: row.started_at?.toISOString() ?? null,
  reader: row.reader_state,
  queuedSales: row.queued_sales,
  clockSkewMs: clockSkewMs(row.clock_skews_ms),
  positions: row.positions.map((position, index) => ({
    position: String(position),
    state: row.position_states[index] ?? 'unknown',
  })),
});
