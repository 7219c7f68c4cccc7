import { weekdayNames } from '../../../../lib/weekdays.ts';
import { planMessages } from '../../../../rules/prices/plan-text.ts';
import type { PricePlanDraft } from '../../../api/price-plans.ts';
import { DayField } from '../../../components/day-field.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import pricesStyles from '../prices-screen.module.css';
import styles from './price-plans.module.css';

/** Fields of the times of a plan, as typed. */
export interface TypedTimes {
  readonly repeats: 'weekly' | 'once';
  readonly weekdays: number[];
  readonly from: string;
  readonly until: string;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** Of one span. */
  readonly start: string;
  readonly end: string;
}

/** A happy hour, as a new plan is shown first. */
export const happyHour: TypedTimes = {
  repeats: 'weekly',
  weekdays: [1, 2, 3, 4, 5],
  from: '17:00',
  until: '19:00',
  firstDay: null,
  lastDay: null,
  start: '',
  end: '',
};

/** Fields of times that are stored. */
export const typedTimes = (times: PricePlanDraft['times']): TypedTimes =>
  times.repeats === 'once'
    ? { ...happyHour, repeats: 'once', start: times.from, end: times.until }
    : {
        ...happyHour,
        ...times,
        firstDay: times.firstDay ?? null,
        lastDay: times.lastDay ?? null,
      };

const areInOrder = (first: string | null, last: string | null): boolean =>
  !first || !last || first <= last;

/** Null while a time is missing. */
export function timesOf(typed: TypedTimes): PricePlanDraft['times'] | null {
  const { repeats, weekdays, from, until, firstDay, lastDay, start, end } = typed;
  if (repeats === 'once')
    return start !== '' && end !== '' && start < end ? { repeats, from: start, until: end } : null;
  if (weekdays.length === 0 || from === '' || until === '') return null;
  if (!areInOrder(firstDay, lastDay)) return null;
  return { repeats, weekdays, from, until, firstDay, lastDay };
}

const fromMonday = [1, 2, 3, 4, 5, 6, 0];

interface TimesFieldsProps {
  readonly typed: TypedTimes;
  readonly onChange: (typed: TypedTimes) => void;
}

export function TimesFields({ typed, onChange }: TimesFieldsProps) {
  const set = (more: Partial<TypedTimes>) => onChange({ ...typed, ...more });
  const { repeats, weekdays, from, until, firstDay, lastDay, start, end } = typed;
  return (
    <>
      <SelectField
        label="Repeats"
        value={repeats}
        data={[
          { value: 'weekly', label: 'Every week' },
          { value: 'once', label: 'Once' },
        ]}
        onChange={({ currentTarget }) =>
          set({ repeats: currentTarget.value === 'once' ? 'once' : 'weekly' })
        }
      />
      {repeats === 'once' ? (
        <div className={pricesStyles['pair']}>
          <TextField
            label="From"
            type="datetime-local"
            value={start}
            onChange={({ currentTarget }) => set({ start: currentTarget.value })}
          />
          <TextField
            label="Until"
            type="datetime-local"
            value={end}
            error={start !== '' && end !== '' && start >= end ? planMessages.endsFirst : undefined}
            onChange={({ currentTarget }) => set({ end: currentTarget.value })}
          />
        </div>
      ) : (
        <>
          <WeeklyHours hours={{ weekdays, from, until }} onChange={set} />
          <div className={pricesStyles['pair']}>
            <DayField
              label="First day (optional)"
              calendarLabel="Choose the first day"
              value={firstDay}
              onChange={(day) => set({ firstDay: day })}
            />
            <DayField
              label="Last day (optional)"
              calendarLabel="Choose the last day"
              value={lastDay}
              error={areInOrder(firstDay, lastDay) ? undefined : planMessages.endsFirst}
              onChange={(day) => set({ lastDay: day })}
            />
          </div>
        </>
      )}
    </>
  );
}

export interface TypedHours {
  readonly weekdays: number[];
  readonly from: string;
  readonly until: string;
}

interface WeeklyHoursProps {
  readonly hours: TypedHours;
  readonly onChange: (hours: TypedHours) => void;
}

/** Days of the week, and hours in them that may pass midnight. */
export function WeeklyHours({ hours, onChange }: WeeklyHoursProps) {
  const { weekdays, from, until } = hours;
  const set = (more: Partial<TypedHours>) => onChange({ ...hours, ...more });
  return (
    <>
      <fieldset className={styles['weekdays']}>
        <legend>Days</legend>
        {fromMonday.map((weekday) => (
          <label key={weekday} className={pricesStyles['choose']}>
            <input
              type="checkbox"
              checked={weekdays.includes(weekday)}
              onChange={({ currentTarget }) =>
                set({
                  weekdays: currentTarget.checked
                    ? [...weekdays, weekday]
                    : weekdays.filter((one) => one !== weekday),
                })
              }
            />
            {weekdayNames[weekday]?.slice(0, 3)}
          </label>
        ))}
      </fieldset>
      {weekdays.length === 0 && <p role="alert">{planMessages.noDay}</p>}
      <div className={pricesStyles['pair']}>
        <TextField
          label="From"
          type="time"
          value={from}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
        <TextField
          label="Until"
          type="time"
          value={until}
          onChange={({ currentTarget }) => set({ until: currentTarget.value })}
        />
      </div>
    </>
  );
}
