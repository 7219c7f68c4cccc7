import type { Tx } from '../../db/tables/tables.ts';
import { toDollars } from '../../lib/money.ts';
import { conflictMessage } from '../../rules/cases/case-messages.ts';
import type { Resolution } from '../../rules/cases/case-state.ts';
import { scopeOf } from '../../rules/permissions.ts';
import { personName } from '../../rules/users/person-name.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { refundDrinks } from '../refunds/refund-drinks.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError, notFound, RefundError } from '../shared/errors.ts';
import { type ChangedBy, requirePermission } from '../shared/require.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';
import { updateCase } from '../orders/pour-cases.queries.ts';
import { findCase, type NamedCase } from './listed-cases.queries.ts';
import type { ReadCase } from './read-cases.ts';

type Needs = Pick<AppDeps, 'db' | 'now' | 'payments'>;

/** Who settles cases, and where failures are logged. */
export type Settler = ChangedBy & { warn: (message: string) => void };

export interface Settlement {
  resolution: Resolution;
  note?: string | undefined;
  /** Of a refund; those that were not poured where it is left out. */
  glasses?: number | undefined;
}

/** What bartenders may record; the other resolutions concern money. */
const ofStaff: readonly Resolution[] = ['remade', 'meter'];

/**
 * Settles a case. A refund is the one of the sales report, and settles the case with its outcome.
 * @returns false while the card provider works on the refund
 * @throws HttpError 403 without the permission; 409 with the name of the person who settles or has settled it; 402 when the
 * provider declines the refund, and the case is open again
 */
export async function resolveCase(
  deps: Needs,
  { row, sale, drink }: ReadCase,
  { resolution, note, glasses }: Settlement,
  by: Settler,
): Promise<boolean> {
  if (!ofStaff.includes(resolution)) requirePermission(by.actor, 'refunds.create');
  if (resolution === 'refunded')
    return refund(deps, row, { note, glasses: glasses ?? 'failed' }, by);
  await deps.db.transaction().execute(async (transaction) => {
    const unit = unitOf(row);
    await lockUnit(transaction, unit);
    await requireOpen(transaction, row, by);
    const at = deps.now();
    await updateCase(transaction, row, {
      state: 'resolved',
      resolution,
      note: note ?? '',
      settled_by: by.actor.userId,
      settled_at: at,
    });
    const { order_id: orderId, drink_index: drinkIndex } = row;
    await insertChanges(transaction, unit, at, [{ kind: 'case', orderId, drinkIndex }]);
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: row.owner_id,
      address: by.address,
      action: 'case.resolved',
      target: `${drink.name} of order ${sale.id}`,
      newValue: { resolution, owed: toDollars(row.owed_cents), ...(note && { note }) },
    });
  });
  return true;
}

async function refund(
  deps: Needs,
  row: NamedCase,
  { note, glasses }: { note: string | undefined; glasses: number | 'failed' },
  by: Settler,
): Promise<boolean> {
  const order = { venue_id: row.venue_id, id: row.order_id, unit_id: row.unit_id };
  try {
    const requested = { index: row.drink_index, glasses };
    const { status } = await refundDrinks(deps, order, [requested], by, async (db) => {
      await requireOpen(db, row, by);
      if (note) await updateCase(db, row, { note });
    });
    return status === 'refunded';
  } catch (error) {
    // The outcome is not known: a job goes on to find it out.
    if (error instanceof RefundError && error.state === 'requested') return false;
    throw error;
  }
}

/** Throws 409 unless the case is open; the caller holds the unit's lock. */
async function requireOpen(db: Tx, { id }: NamedCase, { actor }: Settler): Promise<void> {
  const found = await findCase(db, id, scopeOf(actor));
  if (!found) throw notFound('case');
  const { settler, state, resolution } = found;
  if (state !== 'open')
    throw new HttpError(409, conflictMessage(settler && personName(settler), resolution));
}
