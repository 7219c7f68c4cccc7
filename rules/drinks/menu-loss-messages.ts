/** Messages about what a change takes off the menu. */
import { formatMoney } from '../../lib/money.ts';

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;

/** From here on the confirming button names the amount. */
const [largeDollars, largeCount] = [50, 5];

/** `$120.00 a Saturday`, or `no sales on the last four Saturdays`. */
const earned = (dollars: number, weekday: string): string =>
  dollars === 0 ? `no sales on the last four ${weekday}s` : `${formatMoney(dollars)} a ${weekday}`;

export const menuLossMessages = {
  /** `3 drinks leave the menu, $412.00 a Saturday`. */
  total: (drinks: number, dollars: number, weekday: string) =>
    `${plural(drinks, 'drink leaves', 'drinks leave')} the menu, ${earned(dollars, weekday)}`,
  /** `Negroni leaves the menu: $120.00 a Saturday, also at unit 1002`. */
  drink: (name: string, dollars: number, weekday: string, elsewhere: readonly number[]) =>
    [
      `${name} leaves the menu: ${earned(dollars, weekday)}`,
      ...(elsewhere.length === 0
        ? []
        : [`also at ${elsewhere.length === 1 ? 'unit' : 'units'} ${elsewhere.join(', ')}`]),
    ].join(', '),
  /** Label of the confirming button. */
  confirm: (label: string, drinks: number, dollars: number, weekday: string) => {
    if (dollars > largeDollars) return `${label}, losing ${formatMoney(dollars)} a ${weekday}`;
    return drinks > largeCount ? `${label}, losing ${drinks} drinks` : label;
  },
  keys: (count: number) => `${plural(count, 'key of a unit stops', 'keys of units stop')} working`,
  cases: (count: number) =>
    `${plural(count, 'failed drink is', 'failed drinks are')} not settled yet`,
  refunds: (count: number) => `${plural(count, 'refund is', 'refunds are')} in progress`,
} as const;
