/** Labels comparing today with the same hours a week before. */
import { formatCents, formatMoney, toCents } from '../../../lib/money.ts';
import type { Overview } from '../../api/venues.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** `last Saturday by now`, for a Saturday as YYYY-MM-DD. */
const weekBefore = (day: string): string =>
  `last ${weekday.format(Date.parse(`${day}T00:00:00Z`))} by now`;

/** `$19.52 less than last Saturday by now`. */
export function volumeBeside({ day, orders, grossVolume, weekBefore: before }: Overview): string {
  const then = weekBefore(day);
  if (orders === 0) {
    return before.orders === 0
      ? 'Nothing sold today yet'
      : `Nothing sold today yet; it was ${formatMoney(before.grossVolume)} ${then}`;
  }
  if (before.orders === 0) return `Nothing was sold ${then}`;
  const moreCents = toCents(grossVolume) - toCents(before.grossVolume);
  if (moreCents === 0) return `As much as ${then}`;
  return `${formatCents(Math.abs(moreCents))} ${moreCents > 0 ? 'more' : 'less'} than ${then}`;
}

/** `12 more than last Saturday by now`. */
export function ordersBeside({ day, orders, weekBefore: before }: Overview): string {
  const then = weekBefore(day);
  const more = orders - before.orders;
  if (before.orders === 0) return `None ${then}`;
  if (more === 0) return `As many as ${then}`;
  const count = Math.abs(more).toLocaleString('en-US');
  return `${count} ${more > 0 ? 'more' : 'fewer'} than ${then}`;
}
