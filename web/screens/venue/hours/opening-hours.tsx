/** Opening hours of a venue: the stored week, and its draft, which is saved as a whole. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { weekdayNames } from '../../../../lib/weekdays.ts';
import { hoursMessages } from '../../../../rules/nights/hours-messages.ts';
import { timeOfDayText } from '../../../../rules/nights/night-text.ts';
import {
  clockText,
  latestCloseMinutes,
  parseClockText,
} from '../../../../rules/nights/venue-clock.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { type Hours, hoursQuery, updateHours } from '../../../api/nights.ts';
import { attempt, offerUndo } from '../../../components/attempt.ts';
import { useUnsaved } from '../../../components/form-state.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { may } from '../../../session/permissions.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { ErrorLine, SkeletonLine } from '../../../ui/page.tsx';
import { notify } from '../../../ui/toasts.tsx';
import styles from '../clock-card.module.css';

type Span = Omit<Hours[number], 'weekday'>;

/** Spans of a day, none when closed; null while not set. By weekday, 0 being Sunday. */
type Week = readonly (readonly Span[] | null)[];

/** Weeks start on Monday here, because a weekend is read in one piece. */
const shownWeekdays = [1, 2, 3, 4, 5, 6, 0];
const nameOf = (weekday: number): string => weekdayNames[weekday] ?? '';

const minutesOf = (text: string): number => parseClockText(text, latestCloseMinutes) ?? 0;
const spanText = ({ opens, closes }: Span): string =>
  `${timeOfDayText(minutesOf(opens))} to ${timeOfDayText(minutesOf(closes))}`;

/** The week of stored hours: a weekday without any is closed. */
const weekOf = (hours: Hours): Week =>
  weekdayNames.map((_, weekday) => hours.filter((one) => one.weekday === weekday));

const hoursOf = (week: Week): Hours =>
  week.flatMap((spans, weekday) => (spans ?? []).map((span) => ({ ...span, weekday })));

const step = 30;
const usualMinutes = 8 * 60;

/** Half hours between these, and a stored one that is none. */
function choices(from: number, to: number, stored: string) {
  const texts = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, nth) =>
    clockText(from + nth * step),
  );
  return (texts.includes(stored) ? texts : [stored, ...texts]).map((text) => ({
    value: text,
    label: timeOfDayText(minutesOf(text)),
  }));
}

const notSet = '';
const closed = 'closed';

/** The span that starts at this time: as long as the one before, at most until the latest closing. */
function opened(opens: string, before: Span | undefined): Span {
  const from = minutesOf(opens);
  const length = before ? minutesOf(before.closes) - minutesOf(before.opens) : usualMinutes;
  return { opens, closes: clockText(Math.min(latestCloseMinutes, from + length)) };
}

interface DayFieldsProps {
  readonly weekday: number;
  readonly spans: readonly Span[] | null;
  readonly onChange: (spans: readonly Span[] | null) => void;
}

/** The first span of a day can be changed; more than one are shown as they are. */
function DayFields({ weekday, spans, onChange }: DayFieldsProps) {
  const name = nameOf(weekday);
  const [first, ...more] = spans ?? [];
  const choose = (value: string) => {
    if (value === notSet) onChange(null);
    else onChange(value === closed ? [] : [opened(value, first), ...more]);
  };
  return (
    <div className={styles['times']}>
      <SelectField
        label=""
        aria-label={`${name} opens at`}
        value={first?.opens ?? (spans === null ? notSet : closed)}
        data={[
          ...(spans === null ? [{ value: notSet, label: 'Not set' }] : []),
          { value: closed, label: 'Closed' },
          ...choices(0, 1410, first?.opens ?? '00:00'),
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {first && (
        <>
          <span className="dim">to</span>
          <SelectField
            label=""
            aria-label={`${name} closes at`}
            value={first.closes}
            data={choices(
              minutesOf(first.opens) + step,
              Math.min(latestCloseMinutes, minutesOf(first.opens) + 1440),
              first.closes,
            )}
            onChange={({ currentTarget }) =>
              onChange([{ ...first, closes: currentTarget.value }, ...more])
            }
          />
        </>
      )}
      {more.map((span) => (
        <span key={span.opens} className="dim">
          and {spanText(span)}
        </span>
      ))}
    </div>
  );
}

/** Hours in which a venue usually sells, in minutes after midnight. */
interface Usual {
  readonly opensMinutes: number;
  readonly closesMinutes: number;
}

const spanOfUsual = ({ opensMinutes, closesMinutes }: Usual): Span => ({
  opens: clockText(opensMinutes),
  closes: clockText(closesMinutes),
});

interface WeekFormProps {
  readonly venueId: string;
  readonly stored: Hours;
  readonly usual: Usual | null;
  readonly onClose: () => void;
}

/** Draft of the week. Nothing is stored before all days are set and the week is saved. */
function WeekForm({ venueId, stored, usual, onClose }: WeekFormProps) {
  const isFirst = stored.length === 0;
  const preset = isFirst && usual ? spanOfUsual(usual) : null;
  const [week, setWeek] = useState<Week>(() =>
    isFirst ? weekdayNames.map(() => (preset ? [preset] : null)) : weekOf(stored),
  );
  const [changed, setChanged] = useState<number>();
  const leave = useUnsaved(changed !== undefined);
  const save = useMutation({
    mutationFn: () => updateHours(venueId, hoursOf(week)),
    onSuccess: () => {
      onClose();
      notify(hoursMessages.saved, 'success');
    },
  });
  const missing = shownWeekdays.filter((weekday) => week[weekday] === null);
  const copied = changed === undefined ? undefined : week[changed];
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (missing.length === 0 && !save.isPending) save.mutate();
  };
  return (
    <form noValidate aria-label="Opening hours" onSubmit={submit}>
      {preset && <p className="dim text-13">{hoursMessages.fromSales(spanText(preset))}</p>}
      <ul className={styles['rows']}>
        {shownWeekdays.map((weekday) => (
          <li key={weekday}>
            <span className={styles['weekday']}>{nameOf(weekday)}</span>
            <DayFields
              weekday={weekday}
              spans={week[weekday] ?? null}
              onChange={(spans) => {
                setWeek(week.with(weekday, spans));
                setChanged(weekday);
              }}
            />
          </li>
        ))}
      </ul>
      <div className={styles['week-actions']}>
        {changed !== undefined && copied && (
          <Button
            variant="default"
            onClick={() => setWeek(weekdayNames.map(() => copied))}
          >{`Copy ${nameOf(changed)} to all days`}</Button>
        )}
        <output className={styles['week-missing']}>
          {missing.length > 0 && hoursMessages.missing(missing.map(nameOf))}
        </output>
        <Button variant="default" disabled={save.isPending} onClick={() => leave(onClose)}>
          Cancel
        </Button>
        <Button type="submit" disabled={missing.length > 0} loading={save.isPending}>
          Save opening hours
        </Button>
      </div>
      {save.error && <ErrorLine>{errorMessage(save.error)}</ErrorLine>}
    </form>
  );
}

interface StoredWeekProps {
  readonly venueId: string;
  readonly hours: Hours;
  readonly onEdit: () => void;
}

function StoredWeek({ venueId, hours, onEdit }: StoredWeekProps) {
  const week = weekOf(hours);
  const clear = () =>
    attempt(`hours of ${venueId}`, async () => {
      await updateHours(venueId, []);
      offerUndo(hoursMessages.cleared, () => updateHours(venueId, hours), hoursMessages.restored);
    });
  return (
    <>
      <ul className={styles['rows']}>
        {shownWeekdays.map((weekday) => {
          const spans = week[weekday] ?? [];
          return (
            <li key={weekday}>
              <span className={styles['weekday']}>{nameOf(weekday)}</span>
              <span className={spans.length === 0 ? 'dim' : undefined}>
                {spans.length === 0 ? 'Closed' : spans.map(spanText).join(' and ')}
              </span>
            </li>
          );
        })}
      </ul>
      {may('settings.write') && (
        <div className={styles['week-actions']}>
          <Button variant="default" onClick={onEdit}>
            Change opening hours
          </Button>
          <Button variant="subtle" onClick={() => void clear()}>
            Clear hours
          </Button>
        </div>
      )}
    </>
  );
}

interface OpeningHoursProps {
  readonly venueId: string;
  /** Null while too little was sold. */
  readonly usual: Usual | null;
}

export function OpeningHours({ venueId, usual }: OpeningHoursProps) {
  const { data, error, refetch } = useQuery(hoursQuery(venueId));
  const [isEditing, setEditing] = useState(false);
  if (!data) {
    return error ? (
      <LoadError what="opening hours" error={error} onRetry={refetch} />
    ) : (
      <SkeletonLine width={20} />
    );
  }
  const { hours } = data;
  if (isEditing) {
    return (
      <WeekForm venueId={venueId} stored={hours} usual={usual} onClose={() => setEditing(false)} />
    );
  }
  if (hours.length > 0)
    return <StoredWeek venueId={venueId} hours={hours} onEdit={() => setEditing(true)} />;
  return (
    <div className={styles['empty']}>
      <p>{hoursMessages.notSet}</p>
      {may('settings.write') && (
        <Button variant="default" onClick={() => setEditing(true)}>
          Enter opening hours
        </Button>
      )}
    </div>
  );
}
