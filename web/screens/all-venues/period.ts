/** Days of the screens about all venues, chosen by name. */
import { rangePresets, todayIn } from '../../../lib/day-range.ts';
import { nightAt } from '../../../rules/nights/nights.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useNightRules } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { useNow } from '../../ui/hooks.ts';

export const periods = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: '7 days',
  month: '30 days',
} as const;
export type Period = keyof typeof periods;
/** The same, as the presets of the sales report are labelled. */
const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
} as const satisfies Record<Period, string>;

const isPeriod = (text: string | undefined): text is Period =>
  text !== undefined && Object.hasOwn(periods, text);

/** The usual period is left out of addresses. */
export const periodSearch = (period: Period): { period: Period | undefined } => ({
  period: period === 'week' ? undefined : period,
});

/** Days of the period by the clock of the active venue, and the time zone of venues without a clock. */
export function usePeriod(chosen: string | undefined) {
  const period = isPeriod(chosen) ? chosen : 'week';
  const { active, state: venuesState } = useVenues();
  const clock = useNightRules(active?.id, [venuesState]);
  const nowMs = useNow();
  const { label, timezone } = guessedTimezone();
  const today = clock.rules ? nightAt(clock.rules, nowMs).day : todayIn(timezone, nowMs);
  const days = rangePresets(today).find((one) => one.label === presets[period]);
  const { from, to } = days ?? { from: today, to: today };
  return { period, from, to, today, timezone, label, clock, venuesState };
}
