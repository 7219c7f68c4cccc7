import { hash } from 'node:crypto';
import stableStringify from 'safe-stable-stringify';
import { storableJson } from '../../lib/storable-json.ts';
import type { UnitActor } from '../../rules/permissions.ts';
import { queueAlertCheck } from '../jobs/queue-alert-check.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { HttpError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import {
  deleteRefusedSale,
  findMostExpendable,
  insertRefusedSale,
} from './refused-sales.queries.ts';

const mostBytes = 16 * 1024;
const mostOfUnit = 1000;

/**
 * Stores a sale that was refused, once per body, with its last refusal. A unit has at most 1,000: settled ones are
 * deleted first, then the oldest. Bodies of more than 16 kB are stored without their content.
 */
export async function recordRefusedSale(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venueId, unitId }: UnitActor,
  sent: { body: object; key: string | null },
  error: HttpError,
): Promise<void> {
  const at = now();
  const text = stableStringify(sent.body) ?? '';
  const [field = ''] = Object.keys(error.fields ?? {});
  const unit = { venue_id: venueId, unit_id: unitId };
  await db.transaction().execute(async (transaction) => {
    const { times } = await insertRefusedSale(transaction, {
      ...unit,
      id: newId(at),
      first_at: at,
      last_at: at,
      status: error.status,
      field,
      message: error.message,
      idempotency_key: sent.key,
      body: Buffer.byteLength(text) > mostBytes ? null : JSON.stringify(storableJson(sent.body)),
      body_hash: hash('sha256', text, 'buffer'),
    });
    if (times > 1) return;
    await insertChanges(transaction, { venue_id: venueId, id: unitId }, at, [{ kind: 'refused' }]);
    await queueAlertCheck(transaction, venueId, at);
  });
  const expendable = await findMostExpendable(db, unit);
  if (expendable && expendable.count > mostOfUnit)
    await deleteRefusedSale(db, venueId, expendable.id);
}
