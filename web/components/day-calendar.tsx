import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import './day-calendar.css';

interface DayCalendarProps {
  /** YYYY-MM-DD. */
  readonly value: string | null;
  readonly onPick: (day: string | null) => void;
}

export default function DayCalendar({ value, onPick }: DayCalendarProps) {
  return (
    <DatePicker
      value={value}
      onChange={onPick}
      {...(value ? { defaultDate: value } : {})}
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
