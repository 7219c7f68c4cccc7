import { hash } from 'node:crypto';
import stableStringify from 'safe-stable-stringify';
import { storableJson } from '../../lib/storable-json.ts';
import type { UnitActor } from '../../rules/permissions.ts';
import { queueAlertCheck } from '../jobs/queue-jobs.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { HttpError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { lockUnit } from '../units/units.queries.ts';
import {
  deleteRefusedSale,
  findMostExpendable,
  findSettled,
  insertRefusedSale,
  updateHash,
} from './refused-sales.queries.ts';

const mostBytes = 16 * 1024;
const mostOfUnit = 1000;

/**
 * Stores a sale that was refused, once per idempotency key and body, with its last refusal. A body without a key that
 * is sent again after its sale was settled is another sale. A unit has at most 1,000: settled ones are deleted first,
 * then the oldest. Bodies of more than 16 kB are stored without their content.
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
  const body_hash = hashOf(sent.key, text);
  await db.transaction().execute(async (transaction) => {
    if (!hasKey(sent)) {
      const settled = await findSettled(transaction, { ...unit, body_hash });
      if (settled) {
        // Before the refused sale, as where an order settles one.
        await lockUnit(transaction, { venue_id: venueId, id: unitId });
        await updateHash(transaction, settled, hashOfSettled(settled.id));
      }
    }
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
      body_hash,
    });
    if (times > 1) return;
    await insertChanges(transaction, { venue_id: venueId, id: unitId }, at, [{ kind: 'refused' }]);
    await queueAlertCheck(transaction, venueId, at);
  });
  const expendable = await findMostExpendable(db, unit);
  if (expendable && expendable.count > mostOfUnit)
    await deleteRefusedSale(db, venueId, expendable.id);
}

/** Of the body alone without a key. Encoded JSON has no line breaks, so no key and body are equal to another body. */
const hashOf = (key: string | null, text: string): Buffer =>
  hash('sha256', key === null ? text : `${key}\n${text}`, 'buffer');

/** Equal to the hash of no body: a settled sale that keeps its row, while its body may be that of another one. */
const hashOfSettled = (id: string): Buffer => hash('sha256', `settled ${id}`, 'buffer');

/** True for an order that names itself, by the header or its id: sent again, it is the same sale. */
const hasKey = ({ key, body }: { key: string | null; body: object }): boolean =>
  key !== null || ('id' in body && typeof body.id === 'string' && body.id !== '');
