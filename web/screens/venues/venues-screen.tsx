import { Button } from '@mantine/core';
import { IconBuildingStore, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { type Overview, overviewQuery, type Venue } from '../../api/venues.ts';
import { Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Link } from '../../ui/link.tsx';
import { useSlash } from '../../ui/screen-keys.ts';
import { AddVenueDialog } from './add-venue-dialog.tsx';
import styles from './venues-screen.module.css';

/** From this number of venues on there is a search field. */
const searchedFrom = 8;

export default function VenuesScreen() {
  const { state } = useVenues();
  const isLost = state.state === 'failed';
  const search = useSlash();
  const [find, setFind] = useState('');
  const listed = (venues: readonly Venue[]) =>
    venues.filter(({ name }) => name.toLowerCase().includes(find.trim().toLowerCase()));
  const navigate = useNavigate();
  // The dialog state is in the URL, so that other screens can link to it.
  const { add } = useSearch({ from: '/venues' });
  const open = () => void navigate({ to: '.', href: paths.createVenue });
  const close = () => void navigate({ to: '.', href: paths.venues, replace: true });
  return (
    <>
      <PageHeader
        title="Venues"
        actions={
          <Button disabled={isLost} onClick={open}>
            Add venue
          </Button>
        }
      />
      <Loaded
        of={state}
        pending={
          <Card flush>
            <div aria-busy="true" className={styles['venue']}>
              <span className="sr-only">Loading</span>
              <IconBuildingStore size={18} stroke={1.6} aria-hidden="true" />
              <SkeletonLine width={16} />
            </div>
          </Card>
        }
        empty={
          <Card flush>
            <EmptyState icon={<IconBuildingStore size={22} stroke={1.6} />}>
              There are no venues to show.
            </EmptyState>
          </Card>
        }
      >
        {(venues) => (
          <Card flush>
            {venues.length >= searchedFrom && (
              <div className={styles['find']}>
                <TextField
                  ref={search}
                  label="Find a venue"
                  autoComplete="off"
                  value={find}
                  onChange={({ currentTarget: { value } }) => setFind(value)}
                />
                <output className="dim text-13">
                  {`${listed(venues).length} of ${venues.length} venues`}
                </output>
              </div>
            )}
            <ul className={styles['list']}>
              {listed(venues).map((venue) => (
                <VenueRow key={venue.id} venue={venue} />
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {add === 'venue' && !isLost && <AddVenueDialog onClose={close} />}
    </>
  );
}

/** True once the element has been in view. */
function useSeen(): [RefObject<HTMLLIElement | null>, boolean] {
  const ref = useRef<HTMLLIElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
}

/** A venue with its figures of today, which are requested once the row is in view. */
function VenueRow({ venue: { id, name } }: { readonly venue: Venue }) {
  const [ref, isSeen] = useSeen();
  const { data, isError } = useQuery({
    ...overviewQuery(id, guessedTimezone().timezone),
    enabled: isSeen && may('tonight.read'),
    refetchInterval: false,
  });
  return (
    <li ref={ref} className={styles['venue']}>
      <IconBuildingStore size={18} stroke={1.6} aria-hidden="true" />
      <Link plain href={paths.venue(id)} className={styles['name']}>
        {name}
      </Link>
      {/* Remounted when loaded, so that a text of another length causes no layout shift. */}
      <span key={data ? 'facts' : 'loading'} className={styles['facts']}>
        {data ? factsOf(data).join(' · ') : isError ? 'Not loaded' : <SkeletonLine width={22} />}
      </span>
      <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
    </li>
  );
}

function factsOf({ units, grossVolume, attention }: Overview): string[] {
  const needs = attention.length;
  return [
    units.length === 1 ? '1 unit' : `${units.length} units`,
    ...(may('money.read') ? [`${formatMoney(grossVolume)} today`] : []),
    ...(needs > 0 ? [needs === 1 ? '1 needs attention' : `${needs} need attention`] : []),
  ];
}
