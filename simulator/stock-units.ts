/** Stocks empty units through the owner's API, with the same ingredients for all, as in a venue. */
import pLimit from 'p-limit';
import type { ResponseOf } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/endpoints.ts';
import { toDollars } from '../lib/money.ts';
import { barList, drinkList, type ListedIngredient } from './bar-list.ts';
import type { Session } from './sign-in.ts';

export type Unit = ResponseOf<Endpoints['listUnits']>[number];

/** Concurrency limit; setup is not part of the measurement. */
const atOnce = 8;

/** @param units empty units of either category */
export async function stockUnits(
  session: Session,
  venueId: string,
  units: readonly Unit[],
): Promise<void> {
  const known = await listKnown(session, venueId);
  const limit = pLimit(atOnce);
  for (const category of ['ROTENDER_CLASSIC', 'BEERTENDER'] as const) {
    // The first unit creates the ingredients in the venue; the others reuse them.
    const [first, ...others] = units.filter((unit) => unit.category === category);
    if (first) await stockUnit(session, first, known);
    await Promise.all(others.map((unit) => limit(() => stockUnit(session, unit, known))));
  }
}

/** Ingredient ids of the venue by name and position. */
type Known = Map<string, string>;

const keyOf = ({ name, source }: Pick<ListedIngredient, 'name' | 'source'>) => `${source}: ${name}`;

async function listKnown(session: Session, venueId: string): Promise<Known> {
  const { body } = await session.send('listIngredients', { params: { venueId }, query: {} });
  return new Map(body.map((ingredient) => [keyOf(ingredient), ingredient.id]));
}

async function stockUnit(session: Session, unit: Unit, known: Known): Promise<void> {
  const ids = new Map<string, string>();
  for (const listed of barList(unit.category)) {
    const id = await place(session, unit, listed, known.get(keyOf(listed)));
    known.set(keyOf(listed), id);
    ids.set(listed.name, id);
  }
  for (const { name, priceCents, of } of drinkList(unit.category)) {
    const ingredients = of.flatMap((ingredient) => ids.get(ingredient) ?? []);
    await session.send('createDrink', {
      body: {
        name,
        price: toDollars(priceCents),
        ingredients,
        venueId: unit.venueId,
        unitId: unit._id,
      },
    });
  }
}

async function place(
  session: Session,
  unit: Unit,
  listed: ListedIngredient,
  known: string | undefined,
): Promise<string> {
  const inUnit = {
    unitId: unit._id,
    price: toDollars(listed.priceCents),
    doublePrice: toDollars(listed.doublePriceCents),
    positionInUnit: [...listed.positions],
    // No restock notices, because the simulator refills at once.
    threshold: 0,
  };
  if (known !== undefined) {
    await session.send('updateIngredient', { params: { id: known }, body: inUnit });
    return known;
  }
  const { body } = await session.send('createIngredient', {
    body: {
      ...inUnit,
      name: listed.name,
      venueId: unit.venueId,
      source: listed.source,
      category: listed.category,
      baseOrMixer: [listed.category === 'Liquor' || listed.category === 'Beer' ? 'base' : 'mixer'],
      ...(listed.sizeMl === undefined ? {} : { ingredientSize: listed.sizeMl }),
    },
  });
  return body.id;
}
