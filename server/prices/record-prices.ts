import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { type AuditValue, insertAudits } from '../audit/audit.queries.ts';
import { type AuditContext, requirePermission } from '../shared/require.ts';
import { insertFormerPrices } from './former-prices.queries.ts';

interface Priced {
  id: string;
  name: string;
  price_cents: number;
  double_price_cents: number | null;
}

interface Repricing<Row extends Priced> {
  /** Drinks or ingredients of the unit. */
  before: Iterable<Row>;
  /** The same by their ids, as they are stored now. */
  after: ReadonlyMap<string, Row>;
  /** In dollars, as audited. */
  pricesOf: (row: Row) => AuditValue & { price: number; doublePrice: number };
  action: 'drink.price_updated' | 'ingredient.price_updated';
  /** The unit, as the log names it. */
  place: string;
}

/** Stores and audits the prices that differ. Throws 403 for a member who may not change prices. */
export async function recordPrices<Row extends Priced>(
  transaction: Tx,
  unit: UnitRef & { owner_id: string },
  { before, after, pricesOf, action, place }: Repricing<Row>,
  { at, ...by }: AuditContext & { at: Date },
): Promise<void> {
  const repriced = [...before].flatMap((row) => {
    const now = after.get(row.id) ?? row;
    const [was, is] = [pricesOf(row), pricesOf(now)];
    const isSame = was.price === is.price && was.doublePrice === is.doublePrice;
    return isSame ? [] : [{ row, name: now.name, was, is }];
  });
  if (repriced.length === 0) return;
  requirePermission(by.actor, 'prices.write');
  const former = repriced.map(({ row }) => row);
  await insertFormerPrices(transaction, unit, former, at);
  await insertAudits(
    transaction,
    by,
    at,
    repriced.map(({ name, was, is }) => ({
      ownerId: unit.owner_id,
      action,
      target: `${name} on ${place}`,
      oldValue: was,
      newValue: is,
    })),
  );
}
