/** Deliveries of what has happened since the last look. */
import type { Insertable } from 'kysely';
import type { WebhookDeliveriesTable } from '../../db/tables/webhooks.ts';
import { lateCommitMs } from '../../rules/webhooks/webhooks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { insertDeliveries } from './deliveries.queries.ts';
import { bodyOf, type Event, type EventNeeds, readUnitEvents, readVenueEvents } from './events.ts';
import {
  listHeads,
  lockOn,
  updateWebhookRow,
  type UnitHead,
  type WebhookRow,
} from './webhooks.queries.ts';

type Needs = Pick<AppDeps, 'now'> & EventNeeds;

/** A webhook without events is stored as up to date this often. */
const seenEveryMs = 60_000;

interface Part {
  unitId: string;
  after: number;
  last: number;
  events: Event[];
}

/**
 * Makes the deliveries of the next changes of units.
 * @param size most changes of each unit
 */
export async function makeUnitDeliveries(
  deps: Needs,
  webhooks: readonly WebhookRow[],
  size: number,
): Promise<void> {
  const owners = [...new Set(webhooks.map(({ owner_id: id }) => id))];
  const heads = await listHeads(deps.db, owners);
  // Webhooks of a unit are mostly at the same number: their events are read once.
  const read = new Map<string, Promise<Part>>();
  const readPart = (head: UnitHead, after: number): Promise<Part> => {
    const key = `${head.unit_id} ${after}`;
    const unit = { venue_id: head.venue_id, id: head.unit_id, unit_number: head.unit_number };
    const part =
      read.get(key) ??
      readUnitEvents(deps, unit, { after, size }).then((found) => ({
        unitId: head.unit_id,
        after,
        ...found,
      }));
    read.set(key, part);
    return part;
  };
  for (const webhook of webhooks) {
    const parts: Part[] = [];
    for (const head of heads) {
      const after = webhook.numbers[head.unit_id] ?? 0;
      if (head.last_number <= after || !isFor(webhook, head)) continue;
      parts.push(await readPart(head, after));
    }
    if (parts.length > 0) await storeParts(deps, webhook, parts);
  }
}

const isFor = (webhook: WebhookRow, { owner_id, venue_id }: UnitHead): boolean =>
  webhook.owner_id === owner_id && webhook.venue_ids?.includes(venue_id) !== false;

/** Stores deliveries with the numbers up to which they are made, so that each change is delivered and counted once. */
async function storeParts(deps: Needs, { id }: WebhookRow, parts: readonly Part[]): Promise<void> {
  await deps.db.transaction().execute(async (transaction) => {
    const webhook = await lockOn(transaction, id);
    if (!webhook) return;
    // Another process may have made them meanwhile, or somebody asked to send them again.
    const current = parts.filter((part) => (webhook.numbers[part.unitId] ?? 0) === part.after);
    const events = current.flatMap((part) => part.events);
    await insertDeliveries(transaction, deliveriesOf(deps, webhook, events), true);
    const numbers = {
      ...webhook.numbers,
      ...Object.fromEntries(current.map(({ unitId, last }) => [unitId, last])),
    };
    await updateWebhookRow(transaction, id, { numbers: JSON.stringify(numbers) });
  });
}

const isChosen = (webhook: WebhookRow, { type, venueId }: Event): boolean =>
  webhook.events.includes(type) && webhook.venue_ids?.includes(venueId) !== false;

function deliveriesOf(
  { now }: Pick<Needs, 'now'>,
  webhook: WebhookRow,
  events: readonly Event[],
): Insertable<WebhookDeliveriesTable>[] {
  const at = now();
  const chosen = events.filter((event) => isChosen(webhook, event));
  // Ids of one moment are in no order of their own.
  const ids = chosen.map(() => newId(at)).sort();
  return chosen.map((event, index) => ({
    webhook_id: webhook.id,
    id: ids[index] ?? newId(at),
    owner_id: webhook.owner_id,
    event_id: event.id,
    type: event.type,
    venue_id: event.venueId,
    unit_number: event.unitNumber,
    number: event.number,
    at: event.at,
    body: bodyOf(event),
    first_at: at,
    next_at: at,
    created_at: at,
  }));
}

/**
 * Makes the deliveries of alerts and nights. Those that are made already stay as they are.
 * @param venues with their owners
 */
export async function makeVenueDeliveries(
  deps: Needs,
  webhooks: readonly WebhookRow[],
  venues: readonly { id: string; owner_id: string }[],
): Promise<void> {
  if (webhooks.length === 0) return;
  const now = deps.now();
  const oldest = Math.min(...webhooks.map(({ seen_at: seenAt }) => seenAt.getTime()));
  const owners = new Map(venues.map(({ id, owner_id }) => [id, owner_id]));
  const after = new Date(oldest - lateCommitMs);
  const found = await readVenueEvents(deps, [...owners.keys()], { after, now });
  for (const webhook of webhooks) {
    const events = found.filter(
      ({ at, venueId }) => at >= webhook.created_at && owners.get(venueId) === webhook.owner_id,
    );
    const rows = deliveriesOf(deps, webhook, events);
    if (rows.length === 0 && now.getTime() - webhook.seen_at.getTime() < seenEveryMs) continue;
    await deps.db.transaction().execute(async (transaction) => {
      if (!(await lockOn(transaction, webhook.id))) return;
      await insertDeliveries(transaction, rows, false);
      await updateWebhookRow(transaction, webhook.id, { seen_at: now });
    });
  }
}
