import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Reads } from '../../db/pool/reads.ts';
import { groupBy } from '../../lib/lists.ts';
import { midnightOf } from '../../lib/day-range.ts';
import { drinksLost, type MenuChange } from '../../rules/drinks/menu-loss.ts';
import { menuLossMessages } from '../../rules/drinks/menu-loss-messages.ts';
import {
  nightAt,
  nightOf,
  nightRange,
  type NightRules,
  shiftDay,
} from '../../rules/nights/nights.ts';
import { weekdayNames } from '../../lib/weekdays.ts';
import { listUnits, type StockedUnit } from '../forecast/forecast.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';
import { readDrinkSums } from '../sums/read-sums.queries.ts';
import * as queries from './menu-loss.queries.ts';

const sameNights = 4;
const recentNights = 28;

/** Means per night: of the last four nights of the weekday, in cents, with glasses; and of 28 nights. */
interface Earnings {
  cents: number;
  glasses: number;
  recentCents: number;
}

export interface LostDrink extends Earnings {
  drink: queries.NamedDrink;
  unit: StockedUnit;
  /** Numbers of the other units that have it. */
  elsewhere: number[];
}

export interface MenuLoss {
  weekday: string;
  drinks: LostDrink[];
  attention: string[];
}

/**
 * Drinks that would leave the menus of a venue with a change, and what they earned. Throws 404 for a unit that is not
 * one of the venue.
 */
export async function getMenuLoss(
  { db, now, reads }: Pick<AppDeps, 'db' | 'now'> & { reads: Reads },
  venueId: string,
  rules: NightRules,
  body: EndpointBody<'getMenuLoss'>,
): Promise<MenuLoss> {
  const units = await listUnits(db, venueId);
  const change = changeOf(body, units);
  const removedFrom =
    change.remove.length === 0 ? [] : await queries.listUnitsOfDrinks(db, venueId, change.remove);
  const unitIds = [
    ...new Set([
      ...[...change.deactivate, ...change.positions].map(({ unitId }) => unitId),
      ...change.retire,
      ...removedFrom,
    ]),
  ];
  const [drinks, active, positions] = await Promise.all([
    queries.listDrinks(db, venueId, unitIds),
    queries.listActiveIngredients(db, venueId, unitIds),
    queries.listPositions(db, venueId, unitIds),
  ]);
  const lost = drinksLost({ drinks, active, positions }, change);
  const today = nightAt(rules, now().getTime()).day;
  const [earnings, namesakes, attention] = await Promise.all([
    reads.query((recent) => readEarnings(recent, venueId, rules, today, lost)),
    lost.length === 0
      ? []
      : queries.listNamesakes(
          db,
          venueId,
          lost.map(({ name }) => name),
        ),
    change.retire.length === 0 ? [] : listAttention(db, venueId, change.retire),
  ]);
  const unitOf = new Map(units.map((unit) => [unit.id, unit]));
  const gone = new Set(lost.map(({ id }) => id));
  return {
    weekday: weekdayNames[new Date(midnightOf(today)).getUTCDay()] ?? '',
    attention,
    drinks: lost.flatMap((drink) => {
      const unit = unitOf.get(drink.unitId);
      if (!unit) return [];
      const others = namesakes.filter(
        ({ id, unit_id, name }) =>
          name === drink.name.toLowerCase() && unit_id !== unit.id && !gone.has(id),
      );
      const elsewhere = others.flatMap(({ unit_id }) => unitOf.get(unit_id)?.unit_number ?? []);
      const none: Earnings = { cents: 0, glasses: 0, recentCents: 0 };
      return [
        {
          drink,
          unit,
          ...(earnings.get(drink.id) ?? none),
          elsewhere: [...new Set(elsewhere)].sort((a, b) => a - b),
        },
      ];
    }),
  };
}

/** The change with the ids of its units. */
function changeOf(
  { deactivate, remove, positions, retire }: EndpointBody<'getMenuLoss'>,
  units: readonly StockedUnit[],
): MenuChange {
  const idOf = (name: string): string => {
    const unit = units.find(({ id, unit_number }) => id === name || String(unit_number) === name);
    if (!unit) throw notFound('unit');
    return unit.id;
  };
  return {
    deactivate: deactivate.map(({ unit, ingredientId }) => ({ unitId: idOf(unit), ingredientId })),
    positions: positions.map(({ unit, ...placed }) => ({ unitId: idOf(unit), ...placed })),
    remove: validIds(remove),
    retire: retire.map(idOf),
  };
}

/** By drink, from the sums of its unit, which are exact. */
async function readEarnings(
  db: Parameters<typeof readDrinkSums>[0],
  venueId: string,
  rules: NightRules,
  today: string,
  lost: readonly queries.NamedDrink[],
): Promise<Map<string, Earnings>> {
  const same = Array.from({ length: sameNights }, (_, nth) =>
    nightOf(rules, shiftDay(today, -7 * (nth + 1))),
  );
  const recent = nightRange(rules, shiftDay(today, -recentNights), shiftDay(today, -1));
  const earnings = new Map<string, Earnings>();
  for (const [unitId] of groupBy(lost, (drink) => drink.unitId)) {
    const rows = await readDrinkSums(db, { venueId, unitId }, [...same, recent]);
    for (const { nth, drink_key: id, glasses, sales_cents: cents } of rows) {
      const known = earnings.get(id) ?? { cents: 0, glasses: 0, recentCents: 0 };
      earnings.set(
        id,
        nth < sameNights
          ? {
              ...known,
              cents: known.cents + cents / sameNights,
              glasses: known.glasses + glasses / sameNights,
            }
          : { ...known, recentCents: known.recentCents + cents / recentNights },
      );
    }
  }
  return earnings;
}

async function listAttention(
  db: AppDeps['db'],
  venueId: string,
  unitIds: readonly string[],
): Promise<string[]> {
  const { keys, cases, refunds } = await queries.countEnding(db, venueId, unitIds);
  return [
    ...(keys > 0 ? [menuLossMessages.keys(keys)] : []),
    ...(cases > 0 ? [menuLossMessages.cases(cases)] : []),
    ...(refunds > 0 ? [menuLossMessages.refunds(refunds)] : []),
  ];
}
