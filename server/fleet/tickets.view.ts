import type { EndpointResponse } from '../../contract/endpoints.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { Assignee, ListedTicket, NoteRow } from './tickets.queries.ts';

type Listed = EndpointResponse<'listSupportTickets'>;
type WithNotes = EndpointResponse<'createSupportTicket'>;

export const ticketView = (row: ListedTicket): Listed['tickets'][number] => ({
  id: row.id,
  subject: row.subject,
  state: row.state,
  assignee:
    row.assignee_id !== null && row.assignee
      ? { id: row.assignee_id, name: personName(row.assignee) }
      : null,
  openedAt: row.opened_at.toISOString(),
  openedBy: row.opened_by,
  changedAt: row.changed_at.toISOString(),
  notes: row.notes,
  unit: { id: row.unit_id, number: row.unit_number, name: row.unit_name },
  venue: { id: row.venue_id, name: row.venue_name },
  owner: { id: row.owner_id, name: row.owner_name },
});

/** @param notes of any tickets */
export const ticketWithNotesView = (row: ListedTicket, notes: readonly NoteRow[]): WithNotes => ({
  ...ticketView(row),
  notes: notes
    .filter(({ ticket_id }) => ticket_id === row.id)
    .map(({ id, at, person, note, shared }) => ({
      id,
      at: at.toISOString(),
      person,
      note,
      shared,
    })),
});

export const assigneeView = ({ id, ...account }: Assignee): Listed['assignees'][number] => ({
  id,
  name: personName(account),
});
