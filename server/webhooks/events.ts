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

type Changed = Awaited<ReturnType<typeof listChanges>>[number];

const eventOfChange: Partial<Record<Changed['kind'], WebhookEvent>> = {
  sale: 'sale.created',
  correction: 'sale.corrected',
  refund_settled: 'refund.settled',
  refund_failed: 'refund.failed',
  refund_returned: 'refund.failed',
};

/**
 * Reads the next changes of a unit after a number as events, with what they concern as it is now. A sale that was taken
 * back has none.
 * @returns the number up to which the log was read
 */
export async function readUnitEvents(
  { db, eventViews: views }: EventNeeds,
  unit: UnitRef & { unit_number: number },
  { after, size }: { after: number; size: number },
): Promise<{ events: Event[]; last: number }> {
  const changes = await listChanges(db, unit, { after, size });
  const venueId = unit.venue_id;
  const orderIds = [...new Set(changes.flatMap(({ order_id: id }) => id ?? []))];
  const sales = new Map(
    (await listSalesById(db, venueId, orderIds)).map((sale) => [sale.id, sale]),
  );
  const cases = groupBy(
    await readCases(db, await listCasesOfOrders(db, venueId, orderIds)),
    ({ row }) => row.order_id,
  );
  const eventsOf = (change: Changed): Event[] => {
    const { number, at, kind, order_id: orderId, drink_index: drinkIndex } = change;
    const sale = sales.get(orderId ?? '');
    if (!sale) return [];
    const make = (type: WebhookEvent, data: unknown, of = ''): Event => ({
      id: eventId(venueId, unit.id, number, type, of),
      type,
      at,
      venueId,
      unitNumber: unit.unit_number,
      number,
      data,
    });
    const type = eventOfChange[kind];
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
  };
  return { events: changes.flatMap(eventsOf), last: changes.at(-1)?.number ?? after };
}

/** Reads what happened to the alerts and nights of venues after a time. */
export async function readVenueEvents(
  { db, eventViews: views }: EventNeeds,
  venueIds: readonly string[],
  { after, now }: { after: Date; now: Date },
): Promise<Event[]> {
  const events: Event[] = [];
  for (const [venueId, turns] of groupBy(
    await listTurns(db, venueIds, after),
    ({ venue_id }) => venue_id,
  )) {
    const ids = [...new Set(turns.map((turn) => turn.alert_id))];
    const alerts = new Map((await listAlertsById(db, venueId, ids)).map((one) => [one.id, one]));
    const people = [...alerts.values()].flatMap((one) => [one.acknowledged_by, one.resolved_by]);
    const names = await listNames(db, [...new Set(people.filter((id) => id !== null))]);
    for (const { id, alert_id: alertId, at, kind } of turns) {
      const alert = alerts.get(alertId);
      if (!alert) continue;
      const make = (type: WebhookEvent): Event => ({
        id: eventId(venueId, id, type),
        type,
        at,
        venueId,
        unitNumber: alert.unit_number,
        number: null,
        data: views.alert(alert, names, now),
      });
      events.push(make(kind === 'resolved' ? 'alert.resolved' : 'alert.opened'));
      if (kind !== 'resolved' && alert.kind === 'low') events.push(make('stock.low'));
    }
  }
  for (const made of await listMadeAfter(db, venueIds, after)) {
    const { venue_id: venueId, day, version, made_at: at } = made;
    const versions = await listCertificateRows(db, venueId, { from: day, to: day });
    const type = version === 1 ? 'night.closed' : 'night.restated';
    events.push({
      id: eventId(venueId, day, version),
      type,
      at,
      venueId,
      unitNumber: null,
      number: null,
      data: views.night(made, versions),
    });
  }
  return events;
}
