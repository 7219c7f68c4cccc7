import { Button } from '@mantine/core';
import { weekdayNames } from '../../../../lib/weekdays.ts';
import { IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { delayChoices, usualDelayMinutes } from '../../../../rules/close-out/sending-times.ts';
import { delayText, timeOfDayText } from '../../../../rules/close-out/close-out-messages.ts';
import { clockText } from '../../../../rules/nights/venue-clock.ts';
import { alertSettingsQuery } from '../../../api/alerts.ts';
import {
  createReportSubscriptionMutation,
  deleteReportSubscription,
  type ReportSubscription,
  reportSubscriptionsQuery,
  sendReportSubscription,
  updateReportSubscription,
  updateReportSubscriptionMutation,
} from '../../../api/report-subscriptions.ts';
import { reportViewsQuery } from '../../../api/report-views.ts';
import type { Venue } from '../../../api/venues.ts';
import { attempt } from '../../../components/attempt.ts';
import { fieldErrors, typedText } from '../../../components/form-state.ts';
import { Loaded } from '../../../components/load-error.tsx';
import {
  guessedTimezone,
  shownTimezones,
  timezoneText,
} from '../../../components/timezone-choice.ts';
import { useHashTarget } from '../../../components/use-hash-target.ts';
import { useVenues } from '../../../context/use-venues.ts';
import { StepForm } from '../account/second-factor-card.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { Card, SkeletonLine } from '../../../ui/page.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { notify } from '../../../ui/toasts.tsx';
import styles from '../profile-screen.module.css';

const MailPreview = lazyDialog('Preview', () => import('./mail-preview.tsx'));

/** Mails about venues that the user has subscribed to: adds, previews, sends, pauses and deletes them. */
export function MailsCard({ isBelowAlerts }: { readonly isBelowAlerts: boolean }) {
  const { venues, state: venuesState } = useVenues();
  const known = loadState(useQuery(reportSubscriptionsQuery()), {
    what: 'email reports',
    after: [venuesState],
    isEmpty: () => false,
  });
  const [isAdding, setAdding] = useState(false);
  const [preview, setPreview] = useState<string | null>(null);
  // On a phone their settings, which are long, move it down.
  const alerts = useQuery({ ...alertSettingsQuery(), enabled: isBelowAlerts });
  const isPlaced = !isBelowAlerts || !alerts.isPending;
  const target = useHashTarget('email-reports', isPlaced && known.state === 'data');
  return (
    <Card title="Email reports" {...target}>
      <Loaded of={known} pending={<SkeletonLine width={24} />}>
        {(mails) =>
          isAdding ? (
            <AddMailStep venues={venues} onDone={() => setAdding(false)} />
          ) : (
            <div>
              {mails.length > 0 && (
                <ul>
                  {mails.map((mail) => (
                    <MailRow key={mail.id} mail={mail} onPreview={() => setPreview(mail.id)} />
                  ))}
                </ul>
              )}
              <div className={styles['form']}>
                {mails.length === 0 && (
                  <p data-empty>
                    None. The close-out sends you the figures of each night when it has ended.
                  </p>
                )}
                {venues.length > 0 && (
                  <Button variant="default" onClick={() => setAdding(true)}>
                    Add an email report
                  </Button>
                )}
              </div>
            </div>
          )
        }
      </Loaded>
      {preview !== null && <MailPreview id={preview} onClose={() => setPreview(null)} />}
    </Card>
  );
}

interface MailRowProps {
  readonly mail: ReportSubscription;
  readonly onPreview: () => void;
}

function MailRow({ mail, onPreview }: MailRowProps) {
  const { id, text, paused, emptyNights, refusal } = mail;
  const which = `the email report: ${text}`;
  const [isChanging, setChanging] = useState(false);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    await attempt(`send the email report ${id}`, async () => {
      const { recipient } = await sendReportSubscription(id);
      notify(`Sent to ${recipient}.`, 'success');
    });
    setSending(false);
  };
  const remove = async () => {
    const isSure = await confirm({
      text: `Delete this email report? ${text}`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (isSure) await attempt(`delete the email report ${id}`, () => deleteReportSubscription(id));
  };
  const pause = () =>
    attempt(`pause the email report ${id}`, () =>
      updateReportSubscription(id, { paused: !paused }),
    );
  const facts = [
    ...(paused ? ['Paused'] : []),
    emptyNights ? 'also without a sale' : 'not without a sale',
  ];
  return (
    <li className={styles['mail']}>
      <IconMail size={20} stroke={1.6} aria-hidden="true" className={styles['icon']} />
      <div className={styles['words']}>
        <span className="semibold break-anywhere">{text}</span>
        <span className="dim text-13 break-anywhere">{facts.join(' · ')}</span>
        {refusal !== null && (
          <p className="break-anywhere">
            Your mail server refused your address, so no more emails are sent. Resume them when it
            accepts them again. Its response: {refusal}
          </p>
        )}
        {isChanging && <ChangeMailStep mail={mail} onDone={() => setChanging(false)} />}
        <div className={styles['actions']}>
          <Button variant="default" size="xs" aria-label={`Preview ${which}`} onClick={onPreview}>
            Preview
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Send to me now: ${which}`}
            loading={isSending}
            onClick={() => void send()}
          >
            Send to me now
          </Button>
          {!isChanging && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Change when ${which}`}
              onClick={() => setChanging(true)}
            >
              Change when
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            aria-label={`${paused ? 'Resume' : 'Pause'} ${which}`}
            onClick={() => void pause()}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Delete ${which}`}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </div>
      </div>
    </li>
  );
}

interface AddMailStepProps {
  readonly venues: readonly Venue[];
  readonly onDone: () => void;
}

type Kind = ReportSubscription['kind'];

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'closeout', label: 'Close-out of each night' },
  { value: 'weekly', label: 'Figures of each week' },
  { value: 'monthly', label: 'Figures of each month' },
  { value: 'csv', label: 'CSV of the sales report' },
  { value: 'view', label: 'Saved view of Reports' },
];

/** Subscribes to mails about venues. */
export function AddMailStep({ venues, onDone }: AddMailStepProps) {
  const [kind, setKind] = useState<Kind>('closeout');
  const add = useMutation(createReportSubscriptionMutation);
  const errors = fieldErrors(add.error);
  const isOfSeveral = kind === 'weekly' || kind === 'monthly';
  const views = useQuery(reportViewsQuery()).data ?? [];
  const submit = (typed: FormData) => {
    const viewId = typedText(typed, 'viewId');
    const view = views.find(({ id }) => id === viewId);
    const chosen = view ? [view.venueId] : typed.getAll('venueId').map(String);
    const [venueId = '', ...venueIds] = chosen;
    add.mutate(
      {
        kind,
        venueId,
        ...(view ? { viewId } : {}),
        ...(venueIds.length === 0 ? {} : { venueIds }),
        ...typedTime(typed),
        emptyNights: typedText(typed, 'emptyNights') === 'yes',
        timezone: typedText(typed, 'timezone'),
      },
      { onSuccess: onDone },
    );
  };
  return (
    <StepForm
      error={add.error}
      fields={['delayMinutes', 'at', 'weekday', 'timezone']}
      submitLabel="Add"
      isPending={add.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
      <SelectField
        label="Report"
        data={kinds.filter(({ value }) => value !== 'view' || views.length > 0)}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          setKind(kinds.find((one) => one.value === value)?.value ?? 'closeout')
        }
      />
      {kind === 'view' ? (
        <SelectField
          label="View"
          name="viewId"
          data={views.map(({ id, name, venueName }) => ({
            value: id,
            label: venues.length > 1 ? `${name}, ${venueName}` : name,
          }))}
          error={errors.get('viewId')}
        />
      ) : isOfSeveral && venues.length > 1 ? (
        <fieldset className={styles['venues']}>
          <legend>Venues</legend>
          {venues.map(({ id, name }, nth) => (
            <label key={id}>
              <input type="checkbox" name="venueId" value={id} defaultChecked={nth === 0} /> {name}
            </label>
          ))}
        </fieldset>
      ) : (
        <SelectField
          label="Venue"
          name="venueId"
          data={venues.map(({ id, name }) => ({ value: id, label: name }))}
          error={errors.get('venueId')}
        />
      )}
      <MailTimeFields key={kind} kind={kind} errors={errors} />
      <SelectField
        label={isOfSeveral ? 'Without a sale' : 'A night without a sale'}
        name="emptyNights"
        data={[
          { value: 'yes', label: 'Is reported in one line' },
          { value: 'no', label: 'Is not reported' },
        ]}
      />
      <SelectField
        label="Time zone"
        description="For a venue without a clock, whose nights are calendar days"
        name="timezone"
        defaultValue={guessedTimezone().timezone}
        data={shownTimezones().map((choice) => ({
          value: choice.timezone,
          label: timezoneText(choice),
        }))}
        error={errors.get('timezone')}
      />
    </StepForm>
  );
}

interface ChangeMailStepProps {
  readonly mail: ReportSubscription;
  readonly onDone: () => void;
}

/** Changes when a mail is sent. */
export function ChangeMailStep({ mail, onDone }: ChangeMailStepProps) {
  const change = useMutation(updateReportSubscriptionMutation);
  const submit = (typed: FormData) => {
    const time = typedTime(typed);
    const isOfFile = mail.kind === 'csv' || mail.kind === 'view';
    const isOfNight = isOfFile && time.weekday === undefined;
    const body = isOfNight ? { ...time, weekday: null } : time;
    change.mutate({ id: mail.id, body }, { onSuccess: onDone });
  };
  return (
    <StepForm
      error={change.error}
      fields={['delayMinutes', 'at', 'weekday']}
      submitLabel="Save"
      isPending={change.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
      <MailTimeFields kind={mail.kind} mail={mail} errors={fieldErrors(change.error)} />
    </StepForm>
  );
}

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
  const isOfFile = kind === 'csv' || kind === 'view';
  const isOfNight = kind === 'closeout' || isOfFile;
  const day = mail?.weekday ?? null;
  const at = mail?.at ?? null;
  const delay = mail?.delayMinutes ?? (at === null ? usualDelayMinutes : null);
  return (
    <>
      {(kind === 'weekly' || isOfFile) && (
        <SelectField
          label={kind === 'csv' ? 'Of' : 'Every'}
          name="weekday"
          defaultValue={day === null ? (isOfFile ? '' : '1') : String(day)}
          data={[
            ...(isOfFile ? [{ value: '', label: kind === 'csv' ? 'Each night' : 'Night' }] : []),
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
