import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { firstWeekdayLabels, firstWeekdays } from '../../../rules/venues/first-weekday.ts';
import { withPoint } from '../../../lib/price-text.ts';
import {
  type FullVenue,
  isFullVenue,
  updateVenue,
  type Venue,
  venueQuery,
} from '../../api/venues.ts';
import { LoadError } from '../../components/load-error.tsx';
import { SavedField, useSavedField } from '../../components/saved-field.tsx';
import { TermLabel, WithTerm } from '../../components/terms/term-label.tsx';
import { selectVenue } from '../../context/owner-context.ts';
import { useFlag } from '../../context/use-night-rules.ts';
import { useUnits } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { venueDelayMs } from '../../components/unit-settings/contact-part.tsx';
import { Credentials } from '../../components/unit-settings/unit-keys.tsx';
import { DrinkLimitForm, FlagSwitches } from '../../components/unit-settings/flag-switches.tsx';
import { ClockCard, useClockKnown } from './hours/clock-card.tsx';
import { UnitCard } from '../../components/unit-settings/unit-card.tsx';

import { isSuperAdmin } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import { Card, EmptyState, PageHeader, PageSkeleton, SkeletonLine } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Link, useSetAddress } from '../../ui/link.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import styles from '../../components/unit-settings/unit-settings.module.css';

const AddUnitDialog = lazyDialog(
  'Add unit',
  () => import('../../components/unit-settings/add-unit-dialog.tsx'),
);

const count = (units: number): string => (units === 1 ? '1 unit' : `${units} units`);

export default function VenueScreen() {
  const { id } = useParams({ from: '/venues/$id' });
  const session = useSession();
  const isAdmin = session !== null && isSuperAdmin(session.claims);
  const { data: venue, error, refetch } = useQuery(venueQuery(id));
  const { units, isPending, isLost, retry } = useUnits(venue?.id);
  // The units are shown below the clock, and so after it.
  const isClockKnown = useClockKnown(venue?.id);
  // From a link that adds a unit.
  const isLed = useSearch({ from: '/venues/$id' }).add === 'unit';
  const navigate = useNavigate();
  const setAddress = useSetAddress();
  const [isOpen, setOpen] = useState(false);
  const adding = isOpen || isLed;
  const close = () => {
    setOpen(false);
    if (isLed) setAddress(paths.venue(id));
  };
  const [addedId, setAddedId] = useState<string | null>(null);
  const venueId = venue?.id;

  // Opening a venue makes it the active one for other screens.
  useEffect(() => {
    if (venueId !== undefined) selectVenue(venueId);
  }, [venueId]);

  if (!venue && error) return <LoadError what="venue" error={error} onRetry={refetch} />;
  if (!venue) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={venue.name}
        breadcrumb={<Link href={paths.venues}>Venues</Link>}
        context={isPending ? <SkeletonLine width={8} /> : isLost ? '' : count(units.length)}
        actions={
          <Button disabled={isLost} onClick={() => setOpen(true)}>
            Add unit
          </Button>
        }
      />
      {/* Remounts fields, whose text is that of one venue. */}
      <div key={venue.id} className="stack gap-20">
        <VenueCard venue={venue} full={isAdmin && isFullVenue(venue) ? venue : null} />
        {isClockKnown && <ClockCard venueId={venue.id} />}
        {isLost && <LoadError what="units" onRetry={retry} />}
        {isClockKnown && !isPending && !isLost && units.length === 0 && (
          <Card>
            <EmptyState action={<Button onClick={() => setOpen(true)}>Add unit</Button>}>
              This venue has no units yet.
            </EmptyState>
          </Card>
        )}
        {isClockKnown &&
          units.map((unit) => (
            <UnitCard
              key={unit._id}
              unit={unit}
              isAdmin={isAdmin}
              isNew={unit._id === addedId && !adding}
            />
          ))}
      </div>
      {adding && (
        <AddUnitDialog
          venueId={venue.id}
          isFirst={units.length === 0}
          onClose={close}
          onAdded={({ _id }) => {
            setAddedId(_id);
            // The first one is a step towards the first sale, whose list is there.
            if (isLed && units.length <= 1)
              void navigate({ to: '.', href: paths.dashboard, replace: true, ignoreBlocker: true });
            else close();
          }}
        />
      )}
    </>
  );
}

const weekdays = firstWeekdays.map((value) => ({ value, label: firstWeekdayLabels[value] }));

/** Weeks of reports begin on it. */
function FirstWeekdayField({ venue }: Pick<VenueCardProps, 'venue'>) {
  const field = useSavedField({
    id: `venue ${venue.id} first weekday`,
    stored: venue.firstWeekday,
    delayMs: venueDelayMs,
    mayBeEmpty: false,
    save: async (text) => {
      const firstWeekday = firstWeekdays.find((one) => one === text);
      if (firstWeekday) await updateVenue(venue.id, { firstWeekday });
    },
  });
  return (
    <div className="relative">
      <SelectField
        label="Weeks begin on"
        value={field.text}
        data={weekdays}
        error={field.error}
        onChange={({ currentTarget: { value } }) => {
          field.type(value);
          field.leave();
        }}
      />
      {!field.error && <SaveState status={field.status} />}
    </div>
  );
}

interface VenueCardProps {
  readonly venue: Venue;
  /** The same venue with super-admin fields; null for owners. */
  readonly full: FullVenue | null;
}

export function VenueCard({ venue, full }: VenueCardProps) {
  const usesPax = useFlag('general--pax-shift4', { kind: 'venue', key: venue.id });
  return (
    <Card title="Venue">
      <div className={styles['grid']}>
        <SavedField
          id={`venue ${venue.id} name`}
          label="Name"
          stored={venue.name}
          delayMs={venueDelayMs}
          save={async (name) => void (await updateVenue(venue.id, { name }))}
        />
        <SavedField
          id={`venue ${venue.id} address`}
          label="Address"
          stored={venue.address}
          delayMs={venueDelayMs}
          mayBeEmpty
          save={async (address) => void (await updateVenue(venue.id, { address }))}
        />
        <FirstWeekdayField venue={venue} />
        {full && (
          <WithTerm term="tax" label="Tax percentage">
            <SavedField
              id={`venue ${venue.id} tax`}
              label="Tax percentage"
              stored={String(full.taxPercentage)}
              delayMs={null}
              suffix="%"
              input={{ inputMode: 'decimal', rightSection: '%' }}
              save={async (text) =>
                void (await updateVenue(venue.id, {
                  taxPercentage: Number(withPoint(text)),
                }))
              }
            />
          </WithTerm>
        )}
      </div>
      {!full && (
        <p className="dim mt-12">
          Sales tax, limits and card payments are set by your administrator.
        </p>
      )}
      {full && (
        <>
          <section className={styles['part']}>
            <h3>
              <TermLabel term="drink-limit">Drink limit</TermLabel>
            </h3>
            <DrinkLimitForm key={venue.id} venue={full} />
          </section>
          <section className={styles['part']}>
            <h3>
              <TermLabel term="credentials">Payment credentials</TermLabel>
            </h3>
            <Credentials key={String(usesPax)} venue={full} usesPax={usesPax} />
          </section>
          <section className={styles['part']}>
            <h3>
              <TermLabel term="feature-flag">Feature flags</TermLabel>
            </h3>
            <FlagSwitches place={{ kind: 'venue', key: venue.id }} />
          </section>
        </>
      )}
    </Card>
  );
}
