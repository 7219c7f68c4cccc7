import type { EndpointResponse } from '../../contract/endpoints.ts';
import { clockSkewMs } from '../../rules/health/contact-state.ts';
import { fleetUnitView } from './fleet.view.ts';
import type { FleetUnitPage } from './read-fleet-unit.ts';
import { assigneeView, ticketWithNotesView } from './tickets.view.ts';

type View = EndpointResponse<'getFleetUnit'>;

const iso = (ms: number): string => new Date(ms).toISOString();

export const fleetUnitPageView = (page: FleetUnitPage): View => ({
  unitId: page.unit.id,
  unitNumber: page.unit.unit_number,
  unitName: page.unit.unit_name,
  venue: { id: page.unit.venue_id, name: page.venueName },
  owner: { id: page.unit.owner_id, name: page.ownerName },
  category: page.row.category,
  timezone: page.timezone,
  createdAt: page.row.created_at.toISOString(),
  deletedAt: page.row.deleted_at?.toISOString() ?? null,
  figures: page.figures && fleetUnitView(page.figures, page.activeTickets),
  contact: {
    lastContactAt: page.contact.state?.last_contact_at?.toISOString() ?? null,
    since: page.contact.state?.contact_since?.toISOString() ?? null,
    offline: page.offline
      .map(({ fromMs, untilMs }) => ({
        from: iso(fromMs),
        until: untilMs === null ? null : iso(untilMs),
      }))
      .toReversed(),
    heartbeat: page.contact.heartbeat ? heartbeatView(page.contact.heartbeat) : null,
  },
  software: page.software.map(({ software, since }) => ({ software, since: since.toISOString() })),
  refusedSales: page.refusals.map(({ first_at, times, message, state }) => ({
    at: first_at.toISOString(),
    times,
    message,
    state,
  })),
  tickets: page.tickets.map((ticket) => ticketWithNotesView(ticket, page.notes)),
  newestTickets: page.newestTickets,
  nextTicket: page.nextTicket,
  assignees: page.assignees.map(assigneeView),
});

type Heartbeat = NonNullable<FleetUnitPage['contact']['heartbeat']>;

const heartbeatView = (row: Heartbeat): View['contact']['heartbeat'] => ({
  receivedAt: row.received_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  reader: row.reader_state,
  queuedSales: row.queued_sales,
  clockSkewMs: clockSkewMs(row.clock_skews_ms),
});
