/** Tickets of the support and their notes. Only super administrators read and change them. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { SupportNotesTable, SupportTicketsTable } from '../../db/tables/fleet.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { TicketFilter } from '../../rules/fleet/tickets.ts';
import type { NamedAccount } from '../../rules/users/person-name.ts';

export type TicketRow = Omit<Selectable<SupportTicketsTable>, 'key'>;
export type NoteRow = Omit<Selectable<SupportNotesTable>, 'key'>;

/** A ticket with its unit, and the account of its assignee. */
export interface ListedTicket extends TicketRow {
  assignee: NamedAccount | null;
  notes: number;
  unit_number: number;
  unit_name: string | null;
  venue_id: string;
  venue_name: string;
  owner_id: string;
  owner_name: string;
}

const selectTickets = (db: Db) =>
  db
    .selectFrom('support_tickets as ticket')
    .innerJoin('units as unit', 'unit.id', 'ticket.unit_id')
    .innerJoin('venues as venue', 'venue.id', 'unit.venue_id')
    .innerJoin('users as owner', 'owner.id', 'venue.owner_id')
    .select(['ticket.id', 'ticket.unit_id', 'ticket.subject', 'ticket.state'])
    .select(['ticket.assignee_id', 'ticket.opened_at', 'ticket.opened_by', 'ticket.changed_at'])
    .select(['unit.unit_number', 'unit.name as unit_name', 'unit.venue_id'])
    .select(['venue.name as venue_name', 'venue.owner_id', 'owner.name as owner_name'])
    .select(
      sql<NamedAccount | null>`(
        select json_build_object('name', name, 'first_name', first_name, 'last_name', last_name)
        from users where users.id = ticket.assignee_id
      )`.as('assignee'),
    )
    .select(
      sql<number>`(select count(*)::int from support_notes where ticket_id = ticket.id)`.as(
        'notes',
      ),
    );

export interface TicketsFilter {
  state?: TicketFilter | undefined;
  /** Null for those without one. */
  assigneeId?: string | null | undefined;
  unitId?: string | undefined;
}

/** Lists tickets, newest first: before the one with this id, or from it on. */
export function listTickets(
  db: Db,
  { state, assigneeId, unitId }: TicketsFilter,
  { before, upTo, size }: { before?: string | undefined; upTo?: string; size: number },
): Promise<ListedTicket[]> {
  return selectTickets(db)
    .$if(state === 'active', (query) => query.where('ticket.state', '<>', 'closed'))
    .$if(state !== undefined && state !== 'active', (query) =>
      query.where(sql<boolean>`ticket.state = ${state}`),
    )
    .$if(assigneeId !== undefined, (query) =>
      query.where('ticket.assignee_id', 'is not distinct from', assigneeId ?? null),
    )
    .$if(unitId !== undefined, (query) => query.where('ticket.unit_id', '=', unitId ?? ''))
    .$if(before !== undefined, (query) => query.where('ticket.id', '<', before ?? ''))
    .$if(upTo !== undefined, (query) => query.where('ticket.id', '<=', upTo ?? ''))
    .orderBy('ticket.id', 'desc')
    .limit(size)
    .execute();
}

export const findTicket = (db: Db, id: string): Promise<ListedTicket | undefined> =>
  selectTickets(db).where('ticket.id', '=', id).executeTakeFirst();

export async function findTicketByKey(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('support_tickets')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

/** Locks a ticket until the transaction ends. */
export const lockTicket = (db: Tx, id: string): Promise<TicketRow | undefined> =>
  db
    .selectFrom('support_tickets')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Returns false where another ticket has the key. */
export async function insertTicket(db: Tx, row: Insertable<SupportTicketsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('support_tickets')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function updateTicket(
  db: Tx,
  id: string,
  changes: Partial<Pick<TicketRow, 'subject' | 'state' | 'assignee_id' | 'changed_at'>>,
): Promise<void> {
  await db.updateTable('support_tickets').set(changes).where('id', '=', id).execute();
}

/** Lists the notes of these tickets, oldest first. */
export async function listNotes(db: Db, ticketIds: readonly string[]): Promise<NoteRow[]> {
  if (ticketIds.length === 0) return [];
  return db
    .selectFrom('support_notes')
    .select(['id', 'ticket_id', 'venue_id', 'unit_id', 'at', 'person', 'note', 'shared'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

export async function hasNote(db: Db, ticketId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('support_notes')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertNote(db: Tx, row: Insertable<SupportNotesTable>): Promise<void> {
  await db.insertInto('support_notes').values(row).execute();
}

/** Counts the tickets of these units that are not closed; units without any are left out. */
export async function countActiveTickets(
  db: Db,
  unitIds: readonly string[],
): Promise<Map<string, number>> {
  if (unitIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('support_tickets')
    .select(['unit_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('unit_id', 'in', unitIds)
    .where('state', '<>', 'closed')
    .groupBy('unit_id')
    .execute();
  return new Map(rows.map(({ unit_id, count }) => [unit_id, count]));
}

export interface Assignee extends NamedAccount {
  id: string;
}

/** Lists the super administrators whose accounts are not locked, by name. */
export const listAssignees = (db: Db): Promise<Assignee[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'first_name', 'last_name'])
    .where('account_type', 'in', ['SUPER_ADMIN', 'superadmin'])
    .where('locked_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
