import * as endpoints from '../../contract/fleet-tickets.ts';
import { ticketMessages } from '../../rules/fleet/tickets.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext, requireCursor } from '../shared/require.ts';
import { requireUnit } from '../units/unit-access.ts';
import { readFleetUnit } from './read-fleet-unit.ts';
import { fleetUnitPageView } from './fleet-unit.view.ts';
import { findTicket, listAssignees, listNotes, listTickets } from './tickets.queries.ts';
import {
  addSupportNote,
  createSupportTicket,
  requireTicket,
  updateSupportTicket,
} from './tickets.ts';
import { assigneeView, ticketView, ticketWithNotesView } from './tickets.view.ts';

export function ticketRoutes(mount: Mount, deps: Pick<AppDeps, 'db' | 'now'>): void {
  const { db } = deps;

  mount(endpoints.listSupportTickets, async ({ actor, query }) => {
    const { state, assignee, unit, before: named, pagination } = query;
    const unitId =
      unit === undefined
        ? undefined
        : (await requireUnit(deps, actor, unit, { alsoDeleted: true })).id;
    const assigneeId =
      assignee === undefined
        ? undefined
        : assignee === 'none'
          ? null
          : parseId(assignee, 'super administrator');
    const before = await requireCursor(
      named,
      async (id) => (await findTicket(db, id))?.id,
      ticketMessages.noSuchTicketBefore,
    );
    const [rows, assignees] = await Promise.all([
      // One more shows whether there is another page.
      listTickets(db, { state, assigneeId, unitId }, { before, size: pagination.size + 1 }),
      listAssignees(db),
    ]);
    const page = rows.slice(0, pagination.size);
    return {
      tickets: page.map(ticketView),
      next: rows.length > pagination.size ? (page.at(-1)?.id ?? null) : null,
      assignees: assignees.map(assigneeView),
    };
  });

  mount(endpoints.createSupportTicket, async ({ actor, body, raw }) =>
    present(await createSupportTicket(deps, body, auditContext({ actor, raw }))),
  );

  mount(endpoints.updateSupportTicket, async ({ actor, params, body, raw }) => {
    const id = ticketIdOf(params);
    await updateSupportTicket(deps, id, body, auditContext({ actor, raw }));
    return present(id);
  });

  mount(endpoints.addSupportNote, async ({ actor, params, body, raw }) => {
    const id = ticketIdOf(params);
    await addSupportNote(deps, id, body, auditContext({ actor, raw }));
    return present(id);
  });

  mount(endpoints.getFleetUnit, async ({ actor, params, query }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber, { alsoDeleted: true });
    const ticketId =
      query.ticket === undefined ? null : parseId(query.ticket, 'ticket').toLowerCase();
    return fleetUnitPageView(await readFleetUnit(deps, unit, ticketId));
  });

  async function present(id: string) {
    const [ticket, notes] = await Promise.all([requireTicket(db, id), listNotes(db, [id])]);
    return ticketWithNotesView(ticket, notes);
  }
}

const ticketIdOf = ({ ticketId }: { ticketId: string }): string =>
  parseId(ticketId, 'ticket').toLowerCase();
