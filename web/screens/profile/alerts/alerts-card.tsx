import { weekdayNames } from '../../../../lib/weekdays.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { timeOfDayText } from '../../../../rules/nights/night-text.ts';
import {
  type AlertChoices,
  alertPreviewQuery,
  type AlertSettings,
  alertSettingsQuery,
  updateAlertSettings,
} from '../../../api/alerts.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { requestEmailConfirmation } from '../../../api/confirmations.ts';
import { attempt } from '../../../components/attempt.ts';
import { ZoneField } from '../../../components/clock-fields.tsx';
import { fieldErrors, useUnsaved } from '../../../components/form-state.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { useHashTarget } from '../../../components/use-hash-target.ts';
import { useVenues } from '../../../context/use-venues.ts';
import { AlertKindsTable, PushDevices, toggled } from './alert-kinds.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { Card, ErrorLine, SkeletonLine } from '../../../ui/page.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { notify } from '../../../ui/toasts.tsx';
import styles from '../alerts-card.module.css';

const halfHours = Array.from({ length: 48 }, (_, nth) => ({
  value: String(nth * 30),
  label: timeOfDayText(nth * 30),
}));

/** From 3 AM to 11 AM. */
const usualQuiet = { fromMinutes: 180, toMinutes: 660 };

const previewAfterMs = 300;

/** Of an account that has chosen nothing the zone is that of the browser. */
const choicesOf = ({ timezone, chosen, ...settings }: AlertSettings): AlertChoices => ({
  mail: settings.mail,
  sms: settings.sms,
  push: settings.push,
  venueIds: settings.venueIds,
  weekdays: settings.weekdays,
  quiet: settings.quiet,
  urgentPasses: settings.urgentPasses,
  phone: settings.phone,
  timezone: chosen ? timezone : guessedTimezone().timezone,
});

const inOrder = (one: string, other: string): number => one.localeCompare(other);

/** The same for the same choices, in whatever order they were made. */
const comparable = (choices: AlertChoices): string =>
  JSON.stringify({ ...choices, phone: null }, (_, value: unknown) =>
    Array.isArray(value) ? value.map(String).toSorted(inOrder) : value,
  );

/** Which alerts the user gets as messages: by kind and channel, with venues, days and quiet hours. */
export default function AlertsCard() {
  const { venues, state } = useVenues();
  const known = loadState(useQuery(alertSettingsQuery()), {
    what: 'alert settings',
    after: [state],
  });
  const target = useHashTarget('alerts', known.state === 'data');
  return (
    <Card title="Alerts" {...target}>
      <Loaded of={known} pending={<SkeletonLine width={24} />}>
        {(settings) => <AlertForm settings={settings} venues={venues} />}
      </Loaded>
    </Card>
  );
}

interface AlertFormProps {
  readonly settings: AlertSettings;
  readonly venues: readonly { readonly id: string; readonly name: string }[];
}

function AlertForm({ settings, venues }: AlertFormProps) {
  const [choices, setChoices] = useState(() => choicesOf(settings));
  const [phone, setPhone] = useState(settings.phone ?? '');
  /** Settings that the form began with, or saved last. */
  const [stored, setStored] = useState(settings);
  const change = (more: Partial<AlertChoices>) => setChoices((now) => ({ ...now, ...more }));
  const save = useMutation({
    mutationFn: updateAlertSettings,
    onSuccess: () => notify('Saved.', 'success', 'alert settings'),
  });
  useUnsaved(
    phone !== (stored.phone ?? '') || comparable(choices) !== comparable(choicesOf(stored)),
  );
  const errors = fieldErrors(save.error);
  const { quiet, venueIds } = choices;
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { ...choices, phone: phone.trim() === '' ? null : phone },
          {
            // Not what has been chosen or typed meanwhile.
            onSuccess: (saved) => {
              setStored(saved);
              setChoices((now) => (now === choices ? choicesOf(saved) : now));
              setPhone((now) => (now === phone ? (saved.phone ?? '') : now));
            },
          },
        );
      }}
    >
      <p className="dim">
        All alerts are under the bell. Choose those that you also get as a message. Whoever is on
        call gets the urgent ones first; then they go to the next person every 10 minutes, until
        someone has seen them.
      </p>
      {!settings.isEmailConfirmed && <UnconfirmedAddress />}
      <AlertKindsTable choices={choices} onChange={change} />
      <PushDevices />
      <TextField
        label="Mobile number"
        type="tel"
        autoComplete="tel"
        description={phoneText(settings)}
        value={phone}
        error={errors.get('phone')}
        onChange={({ currentTarget }) => setPhone(currentTarget.value)}
      />
      {venues.length > 1 && (
        <fieldset className={styles['set']}>
          <legend>Venues</legend>
          <Choice
            label="All venues"
            isOn={venueIds === null}
            onChange={(isOn) => change({ venueIds: isOn ? null : venues.map(({ id }) => id) })}
          />
          {venueIds !== null &&
            venues.map(({ id, name }) => (
              <Choice
                key={id}
                label={name}
                isOn={venueIds.includes(id)}
                onChange={(isOn) => change({ venueIds: toggled(venueIds, id, isOn) })}
              />
            ))}
          {errors.has('venueIds') && <ErrorLine>{errors.get('venueIds')}</ErrorLine>}
        </fieldset>
      )}
      <fieldset className={styles['set']}>
        <legend>Days</legend>
        {weekdayNames.map((name, day) => (
          <Choice
            key={name}
            label={name.slice(0, 3)}
            isOn={choices.weekdays.includes(day)}
            onChange={(isOn) => change({ weekdays: toggled(choices.weekdays, day, isOn) })}
          />
        ))}
      </fieldset>
      <fieldset className={styles['set']}>
        <legend>Quiet hours</legend>
        <Choice
          label="Hold messages at night, and send them as one in the morning"
          isOn={quiet !== null}
          onChange={(isOn) => change({ quiet: isOn ? usualQuiet : null })}
        />
        {quiet && (
          <>
            <div className={styles['hours']}>
              <SelectField
                label="From"
                data={halfHours}
                value={String(quiet.fromMinutes)}
                onChange={({ currentTarget }) =>
                  change({ quiet: { ...quiet, fromMinutes: Number(currentTarget.value) } })
                }
              />
              <SelectField
                label="Until"
                data={halfHours}
                value={String(quiet.toMinutes)}
                error={errors.get('quiet.toMinutes')}
                onChange={({ currentTarget }) =>
                  change({ quiet: { ...quiet, toMinutes: Number(currentTarget.value) } })
                }
              />
            </div>
            <Choice
              label="Send urgent ones at once all the same"
              isOn={choices.urgentPasses}
              onChange={(urgentPasses) => change({ urgentPasses })}
            />
          </>
        )}
      </fieldset>
      <ZoneField value={choices.timezone} onChange={(timezone) => change({ timezone })} />
      {save.error && errors.size === 0 && <ErrorLine>{errorMessage(save.error)}</ErrorLine>}
      <Preview choices={choices} />
      <Button type="submit" loading={save.isPending}>
        Save
      </Button>
    </form>
  );
}

function phoneText({ phone, phoneState }: AlertSettings): string {
  if (phone === null) return 'For text messages; a US number, which is asked to confirm';
  if (phoneState === 'confirmed') return 'Confirmed';
  return phoneState === 'declined'
    ? 'Declined: nothing is sent to it'
    : 'Not confirmed yet: open the link in the text message that was sent to it';
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const Choice = ({ label, isOn, onChange }: ChoiceProps) => (
  <label className={styles['choice']}>
    <input
      type="checkbox"
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);

const askToConfirm = () =>
  attempt('confirm address', async () => {
    const { recipient } = await requestEmailConfirmation();
    notify(`A link was sent to ${recipient}.`, 'success');
  });

function UnconfirmedAddress() {
  return (
    <div className={styles['unconfirmed']}>
      <p>Your address is not confirmed, so no emails are sent to it.</p>
      <Button variant="default" size="xs" onClick={() => void askToConfirm()}>
        Send me the link
      </Button>
    </div>
  );
}

/** How often these choices would have sent a message last week, a moment after the last change. */
function Preview({ choices }: { readonly choices: AlertChoices }) {
  const [asked, setAsked] = useState(choices);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(choices), previewAfterMs);
    return () => clearTimeout(timer);
  }, [choices]);
  // A number that is being typed changes nothing.
  const body = {
    ...asked,
    phone: null,
    sms: [],
    push: [],
    mail: [...new Set([...asked.mail, ...asked.sms, ...asked.push])],
  };
  const { data } = useQuery({ ...alertPreviewQuery(body), placeholderData: keepPreviousData });
  const count = data?.messagesLastWeek;
  return (
    <output className={styles['preview']}>
      {count === undefined
        ? ' '
        : count === 0
          ? 'Last week this would have sent you no message.'
          : `Last week this would have sent you ${count === 1 ? '1 message' : `${count} messages`}.`}
    </output>
  );
}
