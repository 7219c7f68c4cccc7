import type { ResponseOf } from '../../contract/endpoint.ts';
import type { getMenuLoss as menuLossEndpoint } from '../../contract/menu-loss.ts';
import { toDollars } from '../../lib/money.ts';
import type { LostDrink, MenuLoss } from './get-menu-loss.ts';

const oneDecimal = (count: number): number => Math.round(count * 10) / 10;

export function menuLossView({
  weekday,
  drinks,
  attention,
}: MenuLoss): ResponseOf<typeof menuLossEndpoint> {
  const sum = (of: (drink: LostDrink) => number): number =>
    drinks.reduce((total, drink) => total + of(drink), 0);
  return {
    weekday,
    drinks: drinks.map(({ drink, unit, cents, glasses, elsewhere }) => ({
      id: drink.id,
      name: drink.name,
      unitId: unit.id,
      unitNumber: unit.unit_number,
      unitName: unit.name,
      perNight: toDollars(Math.round(cents)),
      glasses: oneDecimal(glasses),
      elsewhere,
    })),
    perNight: toDollars(Math.round(sum(({ cents }) => cents))),
    perNightOfMonth: toDollars(Math.round(sum(({ recentCents }) => recentCents))),
    glasses: oneDecimal(sum(({ glasses }) => glasses)),
    attention,
  };
}
