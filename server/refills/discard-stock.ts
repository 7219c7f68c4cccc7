import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import type { discardStock as discardEndpoint } from '../../contract/discards.ts';
import type { Tx } from '../../db/tables/tables.ts';
import type { Actor } from '../../rules/permissions.ts';
import { discardMessages } from '../../rules/stock/discard-messages.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { tendNotices } from '../ingredients/inventory.ts';
import { listPlaces } from '../ingredients/ingredients.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import type { LockedUnit, UnitBasics } from '../units/units.queries.ts';
import { changeStock } from '../stock/change-stock.ts';
import { isKeyRecorded } from '../stock/movements.queries.ts';

type Discard = BodyOf<typeof discardEndpoint>['discards'][number];
type DiscardOutcome = ResponseOf<typeof discardEndpoint>['discards'][number];

/**
 * Records what was taken from positions of a unit without being sold: each level becomes lower, at most to 0, by a
 * movement `discarded`. One whose key is recorded, or whose position holds another ingredient by now, changes nothing.
 * Throws 409 where inventory management is off for the unit.
 */
export async function discardStock(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  discards: readonly Discard[],
  actor: Actor,
): Promise<DiscardOutcome[]> {
  const isTracked = await tracksStock({ flags }, unit);
  if (!isTracked) throw new HttpError(409, discardMessages.notTracked);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const at = now();
    const results: Pick<DiscardOutcome, 'key' | 'position' | 'result'>[] = [];
    for (const discard of discards) {
      const { key, position } = discard;
      const result = await discardOne(transaction, locked, discard, { at, actor });
      results.push({ key, position, result });
    }
    await tendNotices(transaction, locked, isTracked, at);
    const places = await listPlaces(transaction, locked);
    const left = new Map(places.map(({ position, remainingMl }) => [position, remainingMl]));
    return results.map((one) => ({ ...one, remainingMl: left.get(one.position) ?? null }));
  });
}

async function discardOne(
  transaction: Tx,
  unit: LockedUnit,
  { key, position, ingredientId, ml }: Discard,
  { at, actor }: { at: Date; actor: Actor },
): Promise<DiscardOutcome['result']> {
  if (await isKeyRecorded(transaction, unit, key)) return 'discarded';
  const places = await listPlaces(transaction, unit);
  const held = places.find((place) => place.position === position);
  if (held?.ingredientId !== ingredientId) return 'moved';
  const request = { key, position };
  await changeStock(transaction, unit, { at, actor, kind: 'discarded', request }, (stock) =>
    stock.lower(position, ml),
  );
  return 'discarded';
}
