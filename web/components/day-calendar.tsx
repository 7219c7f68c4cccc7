import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import './day-calendar.css';

export interface DayCalendarProps {
  /** YYYY-MM-DD. */
  readonly value: string | null;
  /** Days of the range that the value is an end of. */
  readonly range?: { readonly from: string | null; readonly to: string | null };
  /** The last day that can be chosen. */
  readonly latest?: string;
  readonly onPick: (day: string | null) => void;
}

export default function DayCalendar({ value, range, latest, onPick }: DayCalendarProps) {
  const { from = null, to = null } = range ?? {};
  const isRange = from !== null && to !== null && from < to;
  return (
    <DatePicker
      value={value}
      onChange={onPick}
      {...(value ? { defaultDate: value } : {})}
      {...(latest ? { maxDate: latest } : {})}
      getDayProps={(day) =>
        isRange
          ? {
              inRange: from <= day && day <= to,
              firstInRange: day === from,
              lastInRange: day === to,
              selected: day === from || day === to,
            }
          : {}
      }
      firstDayOfWeek={0}
      highlightToday
      hideOutsideDates
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
        monthLevelControl: 'Choose the month',
        yearLevelControl: 'Choose the year',
      }}
    />
  );
}
