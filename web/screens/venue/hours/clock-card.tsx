/** When the business day of a venue starts, its opening hours and its last nights. */
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { dayName } from '../../../../lib/day-name.ts';
import {
  runsText,
  spanText,
  timeOfDayText,
  weekdayTimeText,
} from '../../../../rules/nights/night-text.ts';
import { shiftDay, usualHours } from '../../../../rules/nights/nights.ts';
import { clockText, parseStart } from '../../../../rules/nights/venue-clock.ts';
import { errorMessage } from '../../../api/api-error.ts';
import {
  clockQuery,
  hoursQuery,
  type Night,
  nightsQuery,
  updateClock,
  type VenueClockState,
} from '../../../api/nights.ts';
import { StartField, ZoneField } from '../../../components/clock-fields.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { useUnsaved } from '../../../components/form-state.ts';
import { StartBar } from './start-bar.tsx';
import { may } from '../../../session/permissions.ts';
import { Card, ErrorLine, SkeletonLine } from '../../../ui/page.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { notify } from '../../../ui/toasts.tsx';
import { OpeningHours } from './opening-hours.tsx';
import clockStyles from '../clock-card.module.css';
import styles from '../../../components/unit-settings/unit-settings.module.css';

export function ClockCard({ venueId }: { readonly venueId: string }) {
  const [zone, setZone] = useState(guessedTimezone().timezone);
  const { data, error, refetch } = useQuery({
    ...clockQuery(venueId, zone),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    return (
      <Card title="Clock">
        {error ? (
          <LoadError what="clock" error={error} onRetry={refetch} />
        ) : (
          <SkeletonLine width={20} />
        )}
      </Card>
    );
  }
  return (
    <Card title="Clock">
      <ClockForm
        key={`${venueId} ${data.clock?.timezone} ${data.clock?.startsAt}`}
        venueId={venueId}
        state={data}
        onZone={setZone}
      />
      <div className={clockStyles['halves']}>
        <section className={styles['part']}>
          <h3>Opening hours</h3>
          <OpeningHours
            venueId={venueId}
            usual={usualHours(
              data.ordersByHour,
              parseStart(data.clock?.startsAt ?? data.suggestion ?? usualStart) ?? 0,
            )}
          />
        </section>
        {data.tonight && (
          <section className={styles['part']}>
            <h3>Last nights</h3>
            <NightsPart venueId={venueId} tonight={data.tonight.day} />
          </section>
        )}
      </div>
    </Card>
  );
}

interface ClockFormProps {
  readonly venueId: string;
  readonly state: VenueClockState;
  /** Shows the orders in the hours of this zone, for a venue without a clock. */
  readonly onZone: (timezone: string) => void;
}

const usualStart = '04:00';

/** The clock of a venue; for one without, what that means and a start that ends it with one press. */
export function ClockForm(props: ClockFormProps) {
  const { venueId, state } = props;
  const [isChoosing, setChoosing] = useState(false);
  const save = useSetClock(venueId);
  if (state.clock || isChoosing) return <ClockFields {...props} save={save} />;
  const startsAt = state.suggestion ?? usualStart;
  const startText = timeOfDayText(parseStart(startsAt) ?? 0).replace(':00', '');
  return (
    <div className={clockStyles['suggestion']}>
      <p>Your night is cut at midnight.</p>
      {may('settings.write') && (
        <div className="flex wrap gap-8">
          <Button
            loading={save.isPending}
            onClick={() => save.mutate({ timezone: guessedTimezone().timezone, startsAt })}
          >
            Start the day at {startText}
          </Button>
          <Button variant="subtle" onClick={() => setChoosing(true)}>
            Choose another time
          </Button>
        </div>
      )}
      {save.error && <ErrorLine>{errorMessage(save.error)}</ErrorLine>}
    </div>
  );
}

const useSetClock = (venueId: string) =>
  useMutation({
    mutationFn: (clock: Parameters<typeof updateClock>[1]) => updateClock(venueId, clock),
    onSuccess: () => notify('The clock was set', 'success'),
  });

interface ClockFieldsProps extends ClockFormProps {
  readonly save: ReturnType<typeof useSetClock>;
}

function ClockFields({ state, onZone, save }: ClockFieldsProps) {
  const { clock, suggestion, ordersByHour, tonight } = state;
  const [timezone, setTimezone] = useState(clock?.timezone ?? guessedTimezone().timezone);
  const [startsAt, setStartsAt] = useState(clock?.startsAt ?? suggestion ?? usualStart);
  const isChanged = timezone !== clock?.timezone || startsAt !== clock.startsAt;
  useUnsaved(clock !== null && isChanged);
  const minutes = parseStart(startsAt) ?? 0;
  const mayChange = may('settings.write');
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChanged && !save.isPending) save.mutate({ timezone, startsAt });
  };
  return (
    <form noValidate className="stack gap-18" onSubmit={submit}>
      <div className={clockStyles['fields']}>
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
      <div className={clockStyles['below']}>
        <div>
          <p className={clockStyles['runs']}>{runsText(minutes)}</p>
          {clock && tonight && (
            <p className="dim text-13">
              {isChanged
                ? `In force from tonight, ${dayName(tonight.day)}. Nights that have passed stay as they are.`
                : 'Used by reports, dashboard and exports.'}
            </p>
          )}
        </div>
        {mayChange && (
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            {clock ? 'Save clock' : 'Set clock'}
          </Button>
        )}
      </div>
      {mayChange && clock && suggestion !== null && suggestion !== startsAt && (
        <div className={clockStyles['suggestion']}>
          <p>
            This venue sells around the start of its day. At{' '}
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

const NightDialog = lazyDialog('Night', async () => ({
  default: (await import('./night-dialog.tsx')).NightDialog,
}));

function spanOf({ start, end, timezone }: Night) {
  const night = { startMs: Date.parse(start), endMs: Date.parse(end), timezone };
  const [from, to] = [night.startMs, night.endMs].map((ms) => weekdayTimeText(ms, timezone));
  return { text: `${from} to ${to}`, exact: spanText(night) };
}

function NightRow({ night, onEdit }: { readonly night: Night; readonly onEdit: () => void }) {
  const { day, hours, note, running, closed, special } = night;
  const { text, exact } = spanOf(night);
  const tags = [running && 'Running', closed && 'Closed', special && 'Special'];
  const name = dayName(day);
  return (
    <li>
      <div className={clockStyles['night']}>
        <p>
          {name}
          {tags.map(
            (tag) =>
              tag && (
                <span key={tag} className={clockStyles['tag']}>
                  {tag}
                </span>
              ),
          )}
        </p>
        <p className="dim text-13" title={exact}>
          {hours === 0 ? 'No time on the clock of the venue' : text}
          {hours !== 24 && hours !== 0 && ` · ${hours} hours`}
          {note && ` · ${note}`}
        </p>
      </div>
      {may('settings.write') && (
        <Button variant="subtle" size="compact-sm" aria-label={`Change ${name}`} onClick={onEdit}>
          Change
        </Button>
      )}
    </li>
  );
}

interface NightsPartProps {
  readonly venueId: string;
  /** Running business day. */
  readonly tonight: string;
}

/** The running night and those before it, newest first. */
export function NightsPart({ venueId, tonight }: NightsPartProps) {
  const { data, error, refetch } = useQuery(lastNightsQuery(venueId, tonight));
  const [edited, setEdited] = useState<string | null>(null);
  if (!data) {
    return error ? (
      <LoadError what="nights" error={error} onRetry={refetch} />
    ) : (
      <SkeletonLine width={20} />
    );
  }
  const night = data.find(({ day }) => day === edited);
  return (
    <>
      <ul className={clockStyles['rows']}>
        {data.toReversed().map((one) => (
          <NightRow key={one.day} night={one} onEdit={() => setEdited(one.day)} />
        ))}
      </ul>
      {night && <NightDialog venueId={venueId} night={night} onClose={() => setEdited(null)} />}
    </>
  );
}

const shownNights = 8;

/** The running night and those before it that are listed. */
export const lastNightsQuery = (venueId: string, tonight: string) =>
  nightsQuery(venueId, shiftDay(tonight, 1 - shownNights), tonight);

/** True once the whole card of the clock can be shown, so that the cards below it do not move. */
export function useClockKnown(venueId: string | undefined): boolean {
  const enabled = venueId !== undefined;
  const id = venueId ?? '';
  const clock = useQuery({ ...clockQuery(id, guessedTimezone().timezone), enabled });
  const hours = useQuery({ ...hoursQuery(id), enabled });
  const tonight = clock.data?.tonight?.day;
  const nights = useQuery({
    ...lastNightsQuery(id, tonight ?? '2000-01-01'),
    enabled: tonight !== undefined,
  });
  if (clock.isPending || hours.isPending) return false;
  return tonight === undefined || !nights.isPending;
}
