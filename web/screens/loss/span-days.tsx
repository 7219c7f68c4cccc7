/** The days of a report of losses or margins: a choice of spans that the address keeps. */
import { dayAt } from '../../../rules/nights/nights.ts';
import {
  daysOfSpan,
  isReportSpan,
  type ReportSpan,
  reportSpans,
} from '../../../rules/reports/report-spans.ts';
import { weekdayNumber } from '../../../rules/venues/first-weekday.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useNightRules } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { InlineSelect } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { useSetAddress } from '../../ui/link.tsx';

const usualSpan: ReportSpan = 'days30';

/** A year is too long for these reports. */
const spans = Object.entries(reportSpans)
  .filter(([value]) => value !== 'thisYear')
  .map(([value, label]) => ({ value, label }));

const spanOf = (text: string | undefined): ReportSpan =>
  isReportSpan(text) && text !== 'thisYear' ? text : usualSpan;

/**
 * The days of a span of the venue that is shown, by its nights; by the time zone of the browser where it has none.
 * @param chosen from the address
 */
export function useSpanDays(chosen: string | undefined) {
  const span = spanOf(chosen);
  const { active, state: venues } = useVenues();
  const { state: clock, rules } = useNightRules(active?.id, [venues]);
  const nowMs = useNow();
  const { timezone } = guessedTimezone();
  const today = dayAt(rules, nowMs, timezone);
  const days = daysOfSpan(span, today, weekdayNumber[active?.firstWeekday ?? 'monday']);
  return {
    span,
    venueId: active?.id ?? '',
    days: { ...days, timezone: rules ? undefined : timezone },
    isKnown: rules !== undefined && active !== undefined,
    /** What a report waits for. */
    after: [venues, clock],
  };
}

interface SpanChoiceProps {
  readonly span: ReportSpan;
  /** Address of the screen with a span; the usual one is not written. */
  readonly addressOf: (search: { span?: string | undefined }) => string;
}

export function SpanChoice({ span, addressOf }: SpanChoiceProps) {
  const setAddress = useSetAddress();
  return (
    <InlineSelect
      aria-label="Days"
      value={span}
      data={spans}
      onChange={({ currentTarget: { value } }) =>
        setAddress(addressOf({ span: value === usualSpan ? undefined : value }))
      }
    />
  );
}
