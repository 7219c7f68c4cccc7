/** Events of webhooks, as they are sent. */
import { v5 } from 'uuid';
import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { groupBy } from '../../lib/lists.ts';
import { mostBodyBytes, type WebhookEvent } from '../../rules/webhooks/webhooks.ts';
import {
  type ListedAlert,
  listAlertsById,
  listNames,
  listTurns,
} from '../alerts/alerts.queries.ts';
import { listCasesOfOrders } from '../cases/cases.queries.ts';
import { type ReadCase, readCases } from '../cases/read-cases.ts';
import {
  type CertificateRow,
  listCertificateRows,
  listMadeAfter,
} from '../certificates/certificates.queries.ts';
import { listChanges } from '../changes/changes.queries.ts';
import { listSalesById, type SaleRow } from '../orders/orders.queries.ts';

/** Data of events from what they concern. */
export interface EventViews {
  sale(sale: SaleRow, drinkIndex: number | null): unknown;
  case(one: ReadCase): unknown;
  alert(alert: ListedAlert, names: Awaited<ReturnType<typeof listNames>>, now: Date): unknown;
  /** @param versions of the same night */
  night(certificate: CertificateRow, versions: readonly CertificateRow[]): unknown;
}

export interface EventNeeds {
  db: Db;
  eventViews: EventViews;
}

export interface Event {
  /** The same whenever the event is read. */
  id: string;
  type: WebhookEvent;
  at: Date;
  venueId: string;
  unitNumber: number | null;
  /** Of the change log of the unit; null for an event of the venue. */
  number: number | null;
  data: unknown;
}

/** JSON of the event; data that is too large is null. */
export function bodyOf(event: Event): string {
  const { id, type, at, venueId, unitNumber, number, data } = event;
  const facts = { id, type, at: at.toISOString(), venueId, unitNumber, number };
  const body = JSON.stringify({ ...facts, data });
  if (Buffer.byteLength(body) <= mostBodyBytes) return body;
  return JSON.stringify({ ...facts, data: null });
}

const eventId = (venueId: string, ...of: (string | number)[]): string => v5(of.join(' '), venueId);

/** What is read of a change of a unit. */
export interface ChangeOfUnit {
  unit_id: string;
  unit_number: number;
  number: number;
  at: Date;
  kind: string;
  order_id: string | null;
  drink_index: number | null;
}

const eventOfChange = new Map<string, WebhookEvent>([
  ['sale', 'sale.created'],
  ['correction', 'sale.corrected'],
  ['refund_settled', 'refund.settled'],
  ['refund_failed', 'refund.failed'],
  ['refund_returned', 'refund.failed'],
]);

/**
 * Reads the next changes of a unit after a number as events, with what they concern as it is now.
 * @returns the number up to which the log was read
 */
export async function readUnitEvents(
  needs: EventNeeds,
  unit: UnitRef & { unit_number: number },
  { after, size }: { after: number; size: number },
): Promise<{ events: Event[]; last: number }> {
  const changes = await listChanges(needs.db, unit, { after, size });
  const { venue_id: venueId, unit_number } = unit;
  const eventsOf = await readChanges(
    needs,
    venueId,
    changes.map((change) => ({ ...change, unit_number })),
  );
  return { events: eventsOf.flat(), last: changes.at(-1)?.number ?? after };
}

/**
 * Reads the events of each of these changes of a venue, with what they concern as it is now. A sale that was taken back
 * has none.
 */
export async function readChanges(
  { db, eventViews: views }: EventNeeds,
  venueId: string,
  changes: readonly ChangeOfUnit[],
): Promise<Event[][]> {
  const orderIds = [...new Set(changes.flatMap(({ order_id: id }) => id ?? []))];
  const sales = new Map(
    (await listSalesById(db, venueId, orderIds)).map((sale) => [sale.id, sale]),
  );
  const cases = groupBy(
    await readCases(db, await listCasesOfOrders(db, venueId, orderIds)),
    ({ row }) => row.order_id,
  );
  return changes.map((change) => {
    const { number, at, kind, order_id: orderId, drink_index: drinkIndex } = change;
    const sale = sales.get(orderId ?? '');
    if (!sale) return [];
    const make = (type: WebhookEvent, data: unknown, of = ''): Event => ({
      id: eventId(venueId, change.unit_id, number, type, of),
      type,
      at,
      venueId,
      unitNumber: change.unit_number,
      number,
      data,
    });
    const type = eventOfChange.get(kind);
    const ofSale = cases.get(sale.id) ?? [];
    const opened = kind === 'sale' ? ofSale : [];
    const mayResolve = kind === 'case' || kind === 'refund_settled';
    const resolved = ofSale.filter(
      ({ row }) =>
        mayResolve &&
        row.drink_index === drinkIndex &&
        row.state === 'resolved' &&
        row.settled_at?.getTime() === at.getTime(),
    );
    return [
      ...(type ? [make(type, views.sale(sale, drinkIndex))] : []),
      ...opened.map((one) => make('case.opened', views.case(one), one.row.id)),
      ...resolved.map((one) => make('case.resolved', views.case(one), one.row.id)),
    ];
  });
}

/** Reads what happened to the alerts and nights of venues after a time. */
export async function readVenueEvents(
  needs: EventNeeds,
  venueIds: readonly string[],
  { after, now }: { after: Date; now: Date },
): Promise<Event[]> {
  const events: Event[] = [];
  const turns = await listTurns(needs.db, venueIds, after);
  for (const [venueId, ofVenue] of groupBy(turns, ({ venue_id }) => venue_id))
    events.push(...(await readTurns(needs, venueId, ofVenue, now)).flat());
  const made = await listMadeAfter(needs.db, venueIds, after);
  for (const [venueId, ofVenue] of groupBy(made, ({ venue_id }) => venue_id))
    events.push(...(await readNights(needs, venueId, ofVenue)).flat());
  return events;
}

const turnKinds = new Set(['opened', 'reopened', 'resolved']);

/** Reads the events of each of these entries in the logs of alerts of a venue. Most kinds of entries have none. */
export async function readTurns(
  { db, eventViews: views }: EventNeeds,
  venueId: string,
  turns: readonly { id: string; alert_id: string | null; at: Date; kind: string }[],
  now: Date,
): Promise<Event[][]> {
  const turned = turns.filter(({ kind }) => turnKinds.has(kind));
  const ids = [...new Set(turned.flatMap((turn) => turn.alert_id ?? []))];
  const alerts = new Map((await listAlertsById(db, venueId, ids)).map((one) => [one.id, one]));
  const people = [...alerts.values()].flatMap((one) => [one.acknowledged_by, one.resolved_by]);
  const names = await listNames(db, [...new Set(people.filter((id) => id !== null))]);
  return turns.map(({ id, alert_id: alertId, at, kind }) => {
    const alert = alerts.get(alertId ?? '');
    if (!alert || !turnKinds.has(kind)) return [];
    const make = (type: WebhookEvent): Event => ({
      id: eventId(venueId, id, type),
      type,
      at,
      venueId,
      unitNumber: alert.unit_number,
      number: null,
      data: views.alert(alert, names, now),
    });
    if (kind === 'resolved') return [make('alert.resolved')];
    return [make('alert.opened'), ...(alert.kind === 'low' ? [make('stock.low')] : [])];
  });
}

/** Reads the event of each of these versions of certificates of a venue. */
export async function readNights(
  { db, eventViews: views }: EventNeeds,
  venueId: string,
  made: readonly Pick<CertificateRow, 'day' | 'version'>[],
): Promise<Event[][]> {
  const days = new Map<string, CertificateRow[]>();
  for (const { day } of made)
    if (!days.has(day))
      days.set(day, await listCertificateRows(db, venueId, { from: day, to: day }));
  return made.map(({ day, version }) => {
    const versions = days.get(day) ?? [];
    const certificate = versions.find((one) => one.version === version);
    if (!certificate) return [];
    const type = version === 1 ? 'night.closed' : 'night.restated';
    const event: Event = {
      id: eventId(venueId, day, version),
      type,
      at: certificate.made_at,
      venueId,
      unitNumber: null,
      number: null,
      data: views.night(certificate, versions),
    };
    return [event];
  });
}
