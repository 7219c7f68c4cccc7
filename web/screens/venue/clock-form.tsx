import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { runsText, timeOfDayText } from '../../../rules/nights/night-text.ts';
import { clockText, parseStart } from '../../../rules/nights/venue-clock.ts';
import { errorMessage } from '../../api/api-error.ts';
import { updateClock } from '../../api/nights.ts';
import type { VenueClockState } from '../../api/nights.ts';
import { formatDay } from '../../components/day-text.ts';
import { StartField, ZoneField } from '../../components/clock-fields.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { may } from '../../session/permissions.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import { notify } from '../../ui/toasts.tsx';
import { StartBar } from './start-bar.tsx';
import styles from './clock-card.module.css';

interface ClockFormProps {
  readonly venueId: string;
  readonly state: VenueClockState;
  /** Shows the orders in the hours of this zone, for a venue without a clock. */
  readonly onZone: (timezone: string) => void;
}

const usualStart = '04:00';

export function ClockForm({ venueId, state, onZone }: ClockFormProps) {
  const { clock, suggestion, ordersByHour, tonight } = state;
  const [timezone, setTimezone] = useState(clock?.timezone ?? guessedTimezone().timezone);
  const [startsAt, setStartsAt] = useState(clock?.startsAt ?? usualStart);
  const isChanged = timezone !== clock?.timezone || startsAt !== clock.startsAt;
  useUnsaved(clock !== null && isChanged);
  const save = useMutation({
    mutationFn: () => updateClock(venueId, { timezone, startsAt }),
    onSuccess: () => notify('The clock was set', 'success'),
  });
  const minutes = parseStart(startsAt) ?? 0;
  const mayChange = may('settings.write');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChanged && !save.isPending) save.mutate();
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit}>
      <div className={styles['fields']}>
        <ZoneField
          value={timezone}
          disabled={!mayChange}
          onChange={(zone) => {
            setTimezone(zone);
            if (!clock) onZone(zone);
          }}
        />
        <StartField value={startsAt} disabled={!mayChange} onChange={setStartsAt} />
      </div>
      <StartBar
        orders={ordersByHour}
        minutes={minutes}
        disabled={!mayChange}
        onChange={(chosen) => setStartsAt(clockText(chosen))}
      />
      <div className={styles['below']}>
        <div>
          <p className={styles['runs']}>{runsText(minutes)}</p>
          <p className={styles['note']}>
            {clock && tonight
              ? isChanged
                ? `In force from tonight, ${formatDay(tonight.day)}. Nights that have passed stay as they are.`
                : 'Reports, the dashboard and exports go by it.'
              : 'Not set yet: reports go by calendar days, from midnight to midnight.'}
          </p>
        </div>
        {mayChange && (
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            {clock ? 'Save clock' : 'Set clock'}
          </Button>
        )}
      </div>
      {mayChange && suggestion !== null && suggestion !== startsAt && (
        <div className={styles['suggestion']}>
          <p>
            This venue sells {clock ? 'around the start of its day' : 'past midnight'}. At{' '}
            {timeOfDayText(parseStart(suggestion) ?? 0)} it hardly sells.
          </p>
          <Button variant="default" size="xs" onClick={() => setStartsAt(suggestion)}>
            Use {timeOfDayText(parseStart(suggestion) ?? 0)}
          </Button>
        </div>
      )}
      {save.error && <ErrorLine>{errorMessage(save.error)}</ErrorLine>}
    </form>
  );
}
