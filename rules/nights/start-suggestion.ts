/** Suggests when the business day of a venue should start, from the hours in which it sells. */

/** Number of orders by the hour that the clock of the venue showed, 24 of them. */
export type OrdersByHour = readonly number[];

/** Days that are looked at. */
export const suggestionDays = 56;

const hoursOfDay = 24;
const latestHour = 12;
const likelyHour = 5;
/** Share of the orders close to the start above which another start is suggested. */
const tolerated = 0.005;

/** Orders within an hour on either side of a time; where it is no whole hour, shares of the hours that it divides. */
function ordersAround(orders: OrdersByHour, minutes: number): number {
  const hour = Math.floor(minutes / 60);
  const share = (minutes % 60) / 60;
  const inHour = (nth: number) => orders[(nth + hoursOfDay) % hoursOfDay] ?? 0;
  return (1 - share) * inHour(hour - 1) + inHour(hour) + share * inHour(hour + 1);
}

/**
 * Start to suggest, in minutes after midnight: the whole hour up to noon with the fewest orders around it, closest to
 * 5 AM where several have as few. Null while few orders are close to the present start.
 * @param startsMinutes the present start: 0 for a venue without a clock
 */
export function suggestStart(orders: OrdersByHour, startsMinutes: number): number | null {
  const total = orders.reduce((sum, count) => sum + count, 0);
  const present = ordersAround(orders, startsMinutes);
  if (total === 0 || present <= tolerated * total) return null;
  const [best] = Array.from({ length: latestHour + 1 }, (_, hour) => hour).toSorted(
    (one, other) =>
      ordersAround(orders, one * 60) - ordersAround(orders, other * 60) ||
      Math.abs(one - likelyHour) - Math.abs(other - likelyHour),
  );
  if (best === undefined || ordersAround(orders, best * 60) >= present) return null;
  return best * 60;
}
