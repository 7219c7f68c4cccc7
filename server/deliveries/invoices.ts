/** Photos of the invoices of deliveries: saved, read and removed. */
import { Readable } from 'node:stream';
import { insertAudit } from '../audit/audit.queries.ts';
import { acceptInvoice, createUpload } from '../files/files.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { type AuditContext, requirePermission } from '../shared/require.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { targetOf } from './deliveries.ts';
import * as queries from './deliveries.queries.ts';

/** Creates a key for the photo of an invoice, and its upload URL, as for any image. */
export const createInvoiceUpload = (
  deps: Pick<AppDeps, 'db' | 'storage' | 'now'>,
  venue: VenueRow,
  photo: Parameters<typeof createUpload>[2],
  { actor }: AuditContext,
): ReturnType<typeof createUpload> => createUpload(deps, venue, photo, actor, true);

/** A delivery of a venue. */
interface DeliveryRef {
  venue: VenueRow;
  id: string;
}

/**
 * Saves an uploaded photo as the invoice of a delivery; the same one again changes nothing. Throws 404 without the
 * delivery or the photo, and 403 where another one would be replaced by those who may not enter costs. The one before is
 * removed a day later, as unused. Audited.
 */
export async function updateInvoice(
  deps: Pick<AppDeps, 'db' | 'storage' | 'now'>,
  { venue, id }: DeliveryRef,
  key: string,
  by: AuditContext,
): Promise<void> {
  if ((await queries.findInvoiceKey(deps.db, venue.id, id)) === undefined)
    throw notFound('delivery');
  await acceptInvoice(deps, venue, key);
  await deps.db.transaction().execute(async (transaction) => {
    const delivery = await queries.lockDelivery(transaction, venue.id, id);
    if (!delivery) throw notFound('delivery');
    const { invoice_key: before } = delivery;
    if (before === key) return;
    if (before !== null) requirePermission(by.actor, 'costs.write');
    await queries.setInvoiceKey(transaction, delivery, key);
    await insertAudit(transaction, by, deps.now(), {
      ownerId: venue.owner_id,
      action: 'delivery.invoice_added',
      target: targetOf(delivery.supplier, venue),
      newValue: { at: delivery.at.toISOString(), replaced: before !== null },
    });
  });
}

/** Content of the photo. Throws 404 without it. */
export async function readInvoice(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  { venue, id }: DeliveryRef,
): Promise<Readable> {
  const key = await queries.findInvoiceKey(db, venue.id, id);
  if (key === undefined) throw notFound('delivery');
  if (key === null || (await storage.inspect(key)) === null) throw notFound('invoice');
  return Readable.from([await storage.read(key)]);
}

/** Removes the photo of a delivery; its file is removed a day later, as unused. Throws 404 without it. Audited. */
export async function deleteInvoice(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venue, id }: DeliveryRef,
  by: AuditContext,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const delivery = await queries.lockDelivery(transaction, venue.id, id);
    if (!delivery) throw notFound('delivery');
    if (delivery.invoice_key === null) throw notFound('invoice');
    await queries.setInvoiceKey(transaction, delivery, null);
    await insertAudit(transaction, by, now(), {
      ownerId: venue.owner_id,
      action: 'delivery.invoice_removed',
      target: targetOf(delivery.supplier, venue),
      oldValue: { at: delivery.at.toISOString() },
    });
  });
}
