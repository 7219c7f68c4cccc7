import type { HourShare } from './night-profile.ts';

const hourMs = 3_600_000;

interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Share of each hour of the clock, in each night, that lies within these times, which do not overlap; without hours
 * that lie outside.
 * @param nights hours of UTC that each consists of
 */
export const outsByHour = (
  nights: readonly { readonly nth: number; readonly hours: readonly HourShare[] }[],
  outs: readonly TimeRange[],
): { nth: number; hour: number; share: number }[] =>
  nights.flatMap(({ nth, hours }) => {
    const [first, last] = [hours[0], hours.at(-1)];
    if (!first || !last) return [];
    const touching = outs.filter(
      ({ fromMs, untilMs }) => untilMs > first.startMs && fromMs < last.startMs + hourMs,
    );
    if (touching.length === 0) return [];
    const byHour = new Map<number, { out: number; whole: number }>();
    for (const { hour, startMs, share } of hours) {
      const sums = byHour.get(hour) ?? { out: 0, whole: 0 };
      sums.whole += share;
      for (const one of touching) sums.out += (share * overlapMs(one, startMs)) / hourMs;
      byHour.set(hour, sums);
    }
    return [...byHour].flatMap(([hour, { out, whole }]) =>
      out > 0 ? [{ nth, hour, share: out / whole }] : [],
    );
  });

const overlapMs = ({ fromMs, untilMs }: TimeRange, hourStartMs: number): number =>
  Math.max(0, Math.min(untilMs, hourStartMs + hourMs) - Math.max(fromMs, hourStartMs));
