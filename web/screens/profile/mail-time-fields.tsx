import { delayChoices, usualDelayMinutes } from '../../../rules/close-out/delays.ts';
import {
  delayText,
  timeOfDayText,
  weekdayNames,
} from '../../../rules/close-out/subscription-text.ts';
import { clockText } from '../../../rules/nights/venue-clock.ts';
import type { ReportSubscription } from '../../api/report-subscriptions.ts';
import { typedText } from '../../components/form-values.ts';
import { SelectField } from '../../ui/fields.tsx';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const stepMinutes = 30;
const usualAt = '09:00';
const times = Array.from({ length: (24 * 60) / stepMinutes }, (_, step) => step * stepMinutes).map(
  (minutes) => ({ value: clockText(minutes), label: timeOfDayText(minutes) }),
);

interface MailTimeFieldsProps {
  readonly kind: ReportSubscription['kind'];
  /** Of the mail that is changed. */
  readonly mail?: ReportSubscription;
  readonly errors: ReadonlyMap<string, string>;
}

const withValue = <T extends { value: string }>(choices: readonly T[], missing: T | null): T[] =>
  missing === null || choices.some(({ value }) => value === missing.value)
    ? [...choices]
    : [missing, ...choices];

/** When a mail is sent: after the night or at a time of day, and the weekday of a weekly one. */
export function MailTimeFields({ kind, mail, errors }: MailTimeFieldsProps) {
  const isOfNight = kind === 'closeout' || kind === 'csv';
  const day = mail?.weekday ?? null;
  const at = mail?.at ?? null;
  const delay = mail?.delayMinutes ?? (at === null ? usualDelayMinutes : null);
  return (
    <>
      {(kind === 'weekly' || kind === 'csv') && (
        <SelectField
          label={kind === 'csv' ? 'Of' : 'Every'}
          name="weekday"
          defaultValue={day === null ? (kind === 'csv' ? '' : '1') : String(day)}
          data={[
            ...(kind === 'csv' ? [{ value: '', label: 'Each night' }] : []),
            ...weekdayNames.map((name, weekday) => ({
              value: String(weekday),
              label: kind === 'csv' ? `The week, every ${name}` : name,
            })),
          ]}
          error={errors.get('weekday')}
        />
      )}
      <SelectField
        label="Sent"
        name="when"
        defaultValue={isOfNight && delay !== null ? String(delay) : (at ?? usualAt)}
        data={[
          ...(isOfNight
            ? withValue(
                delayChoices.map((minutes) => ({
                  value: String(minutes),
                  label: capital(delayText(minutes)),
                })),
                delay === null ? null : { value: String(delay), label: capital(delayText(delay)) },
              )
            : []),
          ...withValue(times, at === null ? null : { value: at, label: at }).map(
            ({ value, label }) => ({ value, label: isOfNight ? `At ${label}` : label }),
          ),
        ]}
        error={errors.get('delayMinutes') ?? errors.get('at')}
      />
    </>
  );
}

/** What the fields state. */
export function typedTime(typed: FormData) {
  const when = typedText(typed, 'when');
  const weekday = typedText(typed, 'weekday');
  return {
    ...(when.includes(':') ? { at: when } : { delayMinutes: Number(when) }),
    ...(weekday === '' ? {} : { weekday: Number(weekday) }),
  };
}
