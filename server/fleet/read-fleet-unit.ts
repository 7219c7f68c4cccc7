import type { Db } from '../../db/tables/tables.ts';
import { daysOfUnit, mostTicketsOfUnit } from '../../rules/fleet/tickets.ts';
import { nightAt } from '../../rules/nights/nights.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { listSoftware, readUnitContact } from '../units/contact/unit-contact.queries.ts';
import { listRefusals } from '../units/contact/unit-strips.queries.ts';
import { readOfflineTimes } from '../units/contact/unit-strips.ts';
import { getUnit, type UnitBasics } from '../units/units.queries.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { getVenueById } from '../venues/venues.queries.ts';
import { findFigures, findOwnerName } from './fleet.queries.ts';
import { countActiveTickets, listAssignees, listNotes, listTickets } from './tickets.queries.ts';

const dayMs = 86_400_000;
const mostRefusals = 100;

export type FleetUnitPage = Awaited<ReturnType<typeof readFleetUnit>>;

/**
 * Reads what the support knows of a unit.
 * @param ticketId of a ticket that is to be among its tickets; null for the newest ones
 */
export async function readFleetUnit(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  ticketId: string | null,
) {
  const { id, venue_id } = unit;
  const nowMs = now().getTime();
  const since = new Date(nowMs - daysOfUnit * dayMs);
  const [row, venue, ownerName, rules, figures] = await Promise.all([
    getUnit(db, unit),
    getVenueById(db, venue_id),
    findOwnerName(db, unit.owner_id),
    findNightRules(db, venue_id),
    findFigures(db, id),
  ]);
  const [contact, offline, software, refusals] = await Promise.all([
    readUnitContact(db, unit),
    readOfflineTimes(db, unit, { startMs: since.getTime(), nowMs }),
    listSoftware(db, unit),
    listRefusals(db, venue_id, id, { since, most: mostRefusals }),
  ]);
  const [{ tickets, ...pages }, active, assignees] = await Promise.all([
    readTickets(db, id, ticketId),
    countActiveTickets(db, [id]),
    listAssignees(db),
  ]);
  const notes = await listNotes(
    db,
    tickets.map((ticket) => ticket.id),
  );
  return {
    unit,
    row,
    venueName: venue.name,
    ownerName,
    timezone: rules ? nightAt(rules, nowMs).timezone : (figures?.timezone ?? 'UTC'),
    figures: figures ?? null,
    contact,
    offline,
    software,
    refusals,
    tickets,
    ...pages,
    activeTickets: active.get(id) ?? 0,
    notes,
    assignees,
  };
}

/** The newest tickets of a unit, or where this one is not among them, it and those before it. */
async function readTickets(db: Db, unitId: string, ticketId: string | null) {
  // One more shows whether there is another page.
  const newest = await listTickets(db, { unitId }, { size: mostTicketsOfUnit + 1 });
  const isNewest =
    ticketId === null || newest.slice(0, mostTicketsOfUnit).some(({ id }) => id === ticketId);
  const rows = isNewest
    ? newest
    : await listTickets(db, { unitId }, { upTo: ticketId, size: mostTicketsOfUnit + 1 });
  if (!isNewest && rows[0]?.id !== ticketId) throw notFound('ticket');
  return {
    tickets: rows.slice(0, mostTicketsOfUnit),
    newestTickets: isNewest,
    nextTicket: rows[mostTicketsOfUnit]?.id ?? null,
  };
}
