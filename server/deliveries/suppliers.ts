/** Suppliers of an owner: adding, changing and deleting them. */
import { isDeepStrictEqual } from 'node:util';
import type { EndpointBody } from '../../contract/endpoints.ts';
import { deliveryMessages, mostSuppliers } from '../../rules/stock/deliveries.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';
import * as queries from './suppliers.queries.ts';
import type { SupplierRow } from './suppliers.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;

/** Adds a supplier. Throws 409 for a name that another one has, and where the owner has as many as one may have. Audited. */
export function createSupplier(
  { db, now }: Deps,
  ownerId: string,
  { name, email, deliveryDays, leadDays }: EndpointBody<'createSupplier'>,
  by: AuditContext,
): Promise<SupplierRow> {
  const at = now();
  const row = {
    id: newId(at),
    owner_id: ownerId,
    name,
    email,
    delivery_days: deliveryDays,
    lead_days: leadDays,
    created_at: at,
  };
  return db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, ownerId);
    const others = await queries.listSuppliers(transaction, ownerId);
    if (others.length >= mostSuppliers) throw new HttpError(409, deliveryMessages.tooManySuppliers);
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw fieldError({ name: deliveryMessages.sameName }, 409);
    await queries.insertSupplier(transaction, row);
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'supplier.created',
      target: `supplier ${name}`,
      newValue: audited(row),
    });
    return row;
  });
}

/** Changes the address of a supplier, and how often it delivers. Throws 404 without one. Audited. */
export function updateSupplier(
  { db, now }: Deps,
  { ownerId, id }: SupplierRef,
  changes: EndpointBody<'updateSupplier'>,
  by: AuditContext,
): Promise<SupplierRow> {
  return db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, ownerId);
    const before = await requireSupplier(transaction, { ownerId, id });
    const after = {
      ...before,
      email: changes.email ?? before.email,
      delivery_days:
        changes.deliveryDays === undefined ? before.delivery_days : changes.deliveryDays,
      lead_days: changes.leadDays ?? before.lead_days,
    };
    if (isDeepStrictEqual(before, after)) return before;
    const { email, delivery_days, lead_days } = after;
    await queries.updateSupplier(transaction, before, { email, delivery_days, lead_days });
    await insertAudit(transaction, by, now(), {
      ownerId,
      action: 'supplier.updated',
      target: `supplier ${before.name}`,
      oldValue: audited(before),
      newValue: audited(after),
    });
    return after;
  });
}

/** Deletes a supplier; deliveries and costs keep its name. Throws 404 without one. Audited. */
export function deleteSupplier(
  { db, now }: Deps,
  { ownerId, id }: SupplierRef,
  by: AuditContext,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockOwner(transaction, ownerId);
    const before = await requireSupplier(transaction, { ownerId, id });
    await queries.deleteSupplier(transaction, before);
    await insertAudit(transaction, by, now(), {
      ownerId,
      action: 'supplier.deleted',
      target: `supplier ${before.name}`,
      oldValue: audited(before),
    });
  });
}

const audited = ({
  email,
  delivery_days: deliveryDays,
  lead_days: leadDays,
}: Pick<SupplierRow, 'email' | 'delivery_days' | 'lead_days'>) => ({
  email,
  deliveryDays,
  leadDays,
});

export interface SupplierRef {
  ownerId: string;
  id: string;
}

/** Returns the supplier of the owner with this id; throws 404 without one. */
export async function requireSupplier(
  db: AppDeps['db'],
  { ownerId, id }: SupplierRef,
): Promise<SupplierRow> {
  const found = await queries.findSupplier(db, ownerId, id);
  if (!found) throw notFound('supplier');
  return found;
}
