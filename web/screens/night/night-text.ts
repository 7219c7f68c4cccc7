/** The live night in words. */
import { formatMoney, toCents } from '../../../lib/money.ts';
import { changeText, otherText, shortCents } from '../../../rules/compare/compare-text.ts';
import { dayThereText, timeThereText, weekdayTimeText } from '../../../rules/nights/night-text.ts';
import type { LiveView } from '../../api/live-connection.ts';
import type { LiveNight, LiveSale } from '../../api/live-state.ts';

/** `Live`, or since when nothing was received. */
export function statusText({ status, atMs }: LiveView, timezone: string): string {
  if (status === 'live') return 'Live';
  if (status === 'polling') return 'Updated every 15 seconds';
  if (atMs === 0) return status === 'lost' ? 'No contact' : 'Connecting…';
  return `No contact since ${timeThereText(atMs, timezone)}`;
}

/**
 * `$161 more than last Saturday by now (+15 %)`; null where nothing is compared. Sales since the comparison count, so that
 * it agrees with the total beside it, unless units are left out of it.
 */
export function comparedText(night: LiveNight, withMoney: boolean): string | null {
  const { compare, figures } = night;
  if (compare === null || compare.change === null || compare.other === null) return null;
  const { day } = night.night;
  const current = compare.leftOut.length === 0 ? figures : compare.current;
  const soFar = compare.soFar !== null;
  const other = otherText({ from: day, to: day, against: 'weekday', soFar });
  const amountOf = (of: Figures): number => (withMoney ? toCents(of.gross) : of.servings);
  const before = amountOf(compare.other);
  const by = amountOf(current) - before;
  const amount = withMoney ? shortCents(Math.abs(by)) : Math.abs(by).toLocaleString('en-US');
  const ratio = before === 0 ? null : by / before;
  return changeText({ amount, change: { by, ratio }, other, counted: !withMoney });
}

type Figures = Pick<LiveNight['figures'], 'gross' | 'servings'>;

/** `$1,204.50`, or `142 drinks`. */
export const totalText = ({ figures }: LiveNight, withMoney: boolean): string => {
  if (withMoney) return formatMoney(figures.gross);
  return figures.servings === 1 ? '1 drink' : `${count(figures.servings)} drinks`;
};

/** `96 orders, $18.00 of it refunded`. */
export function ordersText({ figures }: LiveNight, withMoney: boolean): string {
  const orders = figures.orders === 1 ? '1 order' : `${count(figures.orders)} orders`;
  const hasRefunds = withMoney && figures.refunds > 0;
  return hasRefunds ? `${orders}, ${formatMoney(figures.refunds)} of it refunded` : orders;
}

const count = (drinks: number): string => drinks.toLocaleString('en-US');
const whole = (dollars: number): string => shortCents(Math.round(dollars) * 100);

/** `On pace for $4,210 ($3,800 to $4,650)`; the reason where too little is known. */
export function paceText({ pace }: LiveNight, withMoney: boolean): string {
  if (pace === null) return 'A forecast needs seven nights of sales, or three of the same weekday.';
  if (withMoney)
    return `On pace for ${whole(pace.likely)} (${whole(pace.low)} to ${whole(pace.high)})`;
  return `On pace for ${count(pace.likelyDrinks)} drinks (${count(pace.lowDrinks)} to ${count(pace.highDrinks)})`;
}

/** `2 × Negroni, Cuba Libre (double)`. */
export const drinksText = ({ drinks }: Pick<LiveSale, 'drinks'>): string =>
  drinks
    .map(({ name, quantity, isDouble }) => {
      const glass = isDouble ? `${name} (double)` : name;
      return quantity === 1 ? glass : `${quantity} × ${glass}`;
    })
    .join(', ');

/** `Not poured`, `1 of 2 not poured`, `refunded`; empty for a sale with nothing to note. */
export function marksText({ drinks }: Pick<LiveSale, 'drinks'>): string {
  const sum = (of: 'failedGlasses' | 'refundedGlasses' | 'quantity'): number =>
    drinks.reduce((all, drink) => all + drink[of], 0);
  const [failed, refunded, all] = [sum('failedGlasses'), sum('refundedGlasses'), sum('quantity')];
  const partly = (part: number, text: string): string[] =>
    part === 0 ? [] : [part === all ? text : `${part} of ${all} ${text}`];
  return [...partly(failed, 'not poured'), ...partly(refunded, 'refunded')].join(', ');
}

/** `12 sales since 9:41 PM, $1,204.50 tonight`. */
export function announcement(
  { figures }: LiveNight,
  { sales, since }: { sales: number; since: string },
  withMoney: boolean,
): string {
  const count = sales === 1 ? '1 sale' : `${sales.toLocaleString('en-US')} sales`;
  const total = withMoney
    ? `${formatMoney(figures.gross)} tonight`
    : `${figures.servings.toLocaleString('en-US')} drinks tonight`;
  return `${count} since ${since}, ${total}`;
}

/** `since 9:41 PM`; with the weekday where that was not today: `since Fri 9:41 PM`. */
export function sinceText(iso: string, timezone: string, nowMs: number): string {
  const ms = Date.parse(iso);
  const isToday = dayThereText(ms, timezone) === dayThereText(nowMs, timezone);
  return `since ${isToday ? timeThereText(ms, timezone) : weekdayTimeText(ms, timezone)}`;
}
