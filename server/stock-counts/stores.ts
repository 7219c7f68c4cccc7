/** Storerooms of a venue: adding, renaming and removing them. */
import type { Selectable } from 'kysely';
import type { StoresTable } from '../../db/tables/stock.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { mostStores, stockCountMessages, storeHoldsText } from '../../rules/stock/stock-count.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, parseId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import { lockStores } from '../stock/store-stock.queries.ts';
import { lockVenue, type VenueRow } from '../venues/venues.queries.ts';
import * as queries from './stock-counts.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;
type StoreRow = Selectable<StoresTable>;

interface Store {
  id: string;
  name: string;
}

const targetOf = (name: string, venue: VenueRow): string =>
  `storeroom ${name} of venue ${venue.name}`;

function requireOtherName(stores: readonly StoreRow[], name: string): void {
  if (stores.some((store) => store.name.toLowerCase() === name.toLowerCase()))
    throw fieldError({ name: stockCountMessages.sameStoreName }, 409);
}

/** Adds a storeroom. Throws 409 for a name that another one has. Audited. */
export function createStore(
  { db, now }: Deps,
  venue: VenueRow,
  name: string,
  by: AuditContext,
): Promise<Store> {
  return db.transaction().execute(async (transaction) => {
    const at = now();
    await lockVenue(transaction, venue.id);
    const stores = await queries.listStores(transaction, venue.id);
    if (stores.length >= mostStores) throw new HttpError(409, stockCountMessages.tooManyStores);
    requireOtherName(stores, name);
    const store = { venue_id: venue.id, id: newId(at), name, created_at: at };
    await queries.insertStore(transaction, store);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'store.created',
      target: targetOf(name, venue),
      newValue: { name },
    });
    return { id: store.id, name };
  });
}

/** Renames a storeroom. Throws 404 without it, and 409 for a name that another one has. Audited. */
export function updateStore(
  { db, now }: Deps,
  { venue, id }: StoreRef,
  name: string,
  by: AuditContext,
): Promise<Store> {
  return db.transaction().execute(async (transaction) => {
    const { store, others } = await lockStore(transaction, venue, id);
    requireOtherName(others, name);
    if (store.name === name) return { id: store.id, name };
    await queries.updateStore(transaction, store, { name });
    await insertAudit(transaction, by, now(), {
      ownerId: venue.owner_id,
      action: 'store.updated',
      target: targetOf(store.name, venue),
      oldValue: { name: store.name },
      newValue: { name },
    });
    return { id: store.id, name };
  });
}

/**
 * Removes a storeroom; its deliveries, counts and movements stay, with its name. Throws 404 without it, and 409 where it
 * holds anything or was counted in the open count. Audited.
 */
export function deleteStore(
  { db, now }: Deps,
  { venue, id }: StoreRef,
  by: AuditContext,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const at = now();
    const { store } = await lockStore(transaction, venue, id);
    // No line is added while the count is locked.
    const countId = await queries.findOpenCount(transaction, venue.id);
    if (countId !== null) await queries.lockCount(transaction, venue.id, countId, 'update');
    await lockStores(transaction, venue.id);
    const stored = await queries.listStored(transaction, venue.id);
    const held = stored.filter(({ storeId, ml }) => storeId === store.id && ml > 0);
    if (held.length > 0) throw new HttpError(409, storeHoldsText(store.name, held));
    const lines = countId === null ? [] : await queries.listLines(transaction, venue.id, countId);
    if (lines.some(({ storeId }) => storeId === store.id))
      throw new HttpError(409, stockCountMessages.storeInCount);
    await queries.removeStore(transaction, store, at);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'store.deleted',
      target: targetOf(store.name, venue),
      oldValue: { name: store.name },
    });
  });
}

interface StoreRef {
  venue: VenueRow;
  id: string;
}

/** The storeroom with the other ones, locked with the venue. Throws 404 without it. */
async function lockStore(
  transaction: Tx,
  venue: VenueRow,
  id: string,
): Promise<{ store: StoreRow; others: StoreRow[] }> {
  const storeId = parseId(id, 'storeroom').toLowerCase();
  await lockVenue(transaction, venue.id);
  const stores = await queries.listStores(transaction, venue.id);
  const store = stores.find((one) => one.id === storeId);
  if (!store) throw notFound('storeroom');
  return { store, others: stores.filter((one) => one !== store) };
}
