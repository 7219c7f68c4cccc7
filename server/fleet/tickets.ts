/** Tickets of the support: opening and changing them, and adding notes. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { mostNotes, ticketMessages } from '../../rules/fleet/tickets.ts';
import { personName } from '../../rules/users/person-name.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, validIds } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { requireUnit, unitTarget } from '../units/unit-access.ts';
import * as queries from './tickets.queries.ts';
import type { ListedTicket } from './tickets.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;

/**
 * Opens a ticket on a unit, and returns its id; one whose key there is already is not opened again. Throws 404 without
 * the unit, and 400 for an assignee who is no super administrator. Audited, and a shared note to the owner too.
 */
export async function createSupportTicket(
  { db, now }: Deps,
  { key, unit: named, subject, assigneeId, note, shared }: EndpointBody<'createSupportTicket'>,
  by: AuditContext,
): Promise<string> {
  const known = await queries.findTicketByKey(db, key);
  if (known !== undefined) return known;
  const unit = await requireUnit({ db }, by.actor, named);
  const assignee = await requireAssignee(db, assigneeId);
  const at = now();
  const id = newId(at);
  const isOpened = await db.transaction().execute(async (transaction) => {
    const isNew = await queries.insertTicket(transaction, {
      id,
      key,
      unit_id: unit.id,
      subject,
      assignee_id: assignee?.id ?? null,
      opened_at: at,
      opened_by: by.actor.person,
      changed_at: at,
    });
    if (!isNew) return false;
    await insertAudit(transaction, by, at, {
      ownerId: null,
      action: 'support_ticket.created',
      target: targetOf(unit),
      newValue: { subject, state: 'open', assignee: assignee?.name ?? null },
    });
    if (note.trim() !== '')
      await storeNote(
        transaction,
        { ...unit, ticketId: id },
        { key: 'first', note, shared },
        at,
        by,
      );
    return true;
  });
  return isOpened ? id : ((await queries.findTicketByKey(db, key)) ?? id);
}

/** Changes a ticket. Throws 404 without one, and 400 for an assignee who is no super administrator. Audited. */
export async function updateSupportTicket(
  { db, now }: Deps,
  id: string,
  { subject, state, assigneeId }: EndpointBody<'updateSupportTicket'>,
  by: AuditContext,
): Promise<void> {
  const ticket = await requireTicket(db, id);
  const assignee =
    assigneeId === undefined || assigneeId === ticket.assignee_id
      ? undefined
      : await requireAssignee(db, assigneeId);
  await db.transaction().execute(async (transaction) => {
    const before = await queries.lockTicket(transaction, id);
    if (!before) throw notFound('ticket');
    const changes = {
      ...(subject !== undefined && subject !== before.subject && { subject }),
      ...(state !== undefined && state !== before.state && { state }),
      ...(assignee !== undefined &&
        (assignee?.id ?? null) !== before.assignee_id && { assignee_id: assignee?.id ?? null }),
    };
    if (Object.keys(changes).length === 0) return;
    const at = now();
    await queries.updateTicket(transaction, id, { ...changes, changed_at: at });
    const values = {
      subject: before.subject,
      state: before.state,
      assignee: ticket.assignee ? personName(ticket.assignee) : null,
    };
    await insertAudit(transaction, by, at, {
      ownerId: null,
      action: 'support_ticket.updated',
      target: targetOf(ticket),
      oldValue: values,
      newValue: {
        subject: changes.subject ?? values.subject,
        state: changes.state ?? values.state,
        assignee: 'assignee_id' in changes ? (assignee?.name ?? null) : values.assignee,
      },
    });
  });
}

/**
 * Adds a note to a ticket, unless it has one with the key. Throws 404 without the ticket, and 409 where it has as many
 * as it may. Audited: a shared note in the log of the owner, any other in that of the platform.
 */
export async function addSupportNote(
  { db, now }: Deps,
  id: string,
  note: EndpointBody<'addSupportNote'>,
  by: AuditContext,
): Promise<void> {
  const ticket = await requireTicket(db, id);
  await db.transaction().execute(async (transaction) => {
    if (!(await queries.lockTicket(transaction, id))) throw notFound('ticket');
    if (await queries.hasNote(transaction, id, note.key)) return;
    const { length } = await queries.listNotes(transaction, [id]);
    if (length >= mostNotes) throw new HttpError(409, ticketMessages.tooManyNotes);
    const at = now();
    await storeNote(transaction, { ...ticket, id: ticket.unit_id, ticketId: id }, note, at, by);
    await queries.updateTicket(transaction, id, { changed_at: at });
  });
}

async function storeNote(
  transaction: Tx,
  of: UnitOfTicket & { id: string; ticketId: string; venue_id: string; owner_id: string },
  { key, note, shared }: { key: string; note: string; shared: boolean },
  at: Date,
  by: AuditContext,
): Promise<void> {
  await queries.insertNote(transaction, {
    id: newId(at),
    ticket_id: of.ticketId,
    key,
    venue_id: of.venue_id,
    unit_id: of.id,
    at,
    person: by.actor.person,
    note,
    shared,
  });
  await insertAudit(transaction, by, at, {
    ownerId: shared ? of.owner_id : null,
    action: shared ? 'support_note.shared' : 'support_note.added',
    target: shared ? unitTarget(of) : targetOf(of),
  });
}

type UnitOfTicket = Pick<ListedTicket, 'unit_number' | 'unit_name'>;

const targetOf = (unit: UnitOfTicket): string => `ticket of ${unitTarget(unit)}`;

export async function requireTicket(db: Db, id: string): Promise<ListedTicket> {
  const found = await queries.findTicket(db, id);
  if (!found) throw notFound('ticket');
  return found;
}

/** @param id null for none */
async function requireAssignee(
  db: Db,
  id: string | null,
): Promise<{ id: string; name: string } | null> {
  if (id === null) return null;
  const [valid] = validIds([id.toLowerCase()]);
  const found = (await queries.listAssignees(db)).find((one) => one.id === valid);
  if (!found) throw fieldError({ assigneeId: ticketMessages.noSuperAdmin });
  return { id: found.id, name: personName(found) };
}
