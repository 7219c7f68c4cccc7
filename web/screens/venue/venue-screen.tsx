import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isFullVenue, venueQuery } from '../../api/venues.ts';
import { paths } from '../../paths.ts';
import { useUnits } from '../../context/use-venues.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { selectVenue } from '../../context/owner-context.ts';
import { useSession } from '../../session/session.ts';
import { Lost } from '../../components/lost.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSkeleton, SkeletonLine } from '../../ui/skeletons.tsx';
import { AddUnitDialog } from './add-unit-dialog.tsx';
import { ClockCard } from './clock-card.tsx';
import { UnitCard } from './unit-card.tsx';
import { useClockKnown } from './use-clock-known.ts';
import { VenueCard } from './venue-card.tsx';
import styles from './venue-screen.module.css';

const count = (units: number): string => (units === 1 ? '1 unit' : `${units} units`);

export default function VenueScreen() {
  const { id } = useParams({ from: '/venues/$id' });
  const session = useSession();
  const isAdmin = session !== null && isSuperAdmin(session.claims);
  const { data: venue, error, refetch } = useQuery(venueQuery(id));
  const { units, isPending, isLost, retry } = useUnits(venue?.id);
  // The units are shown below the clock, and so after it.
  const isClockKnown = useClockKnown(venue?.id);
  const [adding, setAdding] = useState(false);
  const [addedId, setAddedId] = useState<string | null>(null);
  const venueId = venue?.id;

  // Opening a venue makes it the active one for other screens.
  useEffect(() => {
    if (venueId !== undefined) selectVenue(venueId);
  }, [venueId]);

  if (!venue && error) return <Lost what="venue" error={error} onRetry={refetch} />;
  if (!venue) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={venue.name}
        auditLog={<Link href={paths.venues}>All venues</Link>}
        context={isPending ? <SkeletonLine width={8} /> : isLost ? '' : count(units.length)}
        actions={
          <Button disabled={isLost} onClick={() => setAdding(true)}>
            Add unit
          </Button>
        }
      />
      {/* Remounts fields, whose text is that of one venue. */}
      <div key={venue.id} className={styles['cards']}>
        <VenueCard venue={venue} full={isAdmin && isFullVenue(venue) ? venue : null} />
        {isClockKnown && <ClockCard venueId={venue.id} />}
        {isLost && <Lost what="units" onRetry={retry} />}
        {isClockKnown && !isPending && !isLost && units.length === 0 && (
          <Card>
            <EmptyState action={<Button onClick={() => setAdding(true)}>Add unit</Button>}>
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
          onClose={() => setAdding(false)}
          onAdded={({ _id }) => {
            setAddedId(_id);
            setAdding(false);
          }}
        />
      )}
    </>
  );
}
