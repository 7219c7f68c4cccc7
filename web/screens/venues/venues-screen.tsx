import { Button } from '@mantine/core';
import { IconBuildingStore, IconChevronRight } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useVenues } from '../../context/use-venues.ts';
import { Lost } from '../../components/lost.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { AddVenueDialog } from './add-venue-dialog.tsx';
import styles from './venues-screen.module.css';

export default function VenuesScreen() {
  const { venues, isPending, isLost, retry } = useVenues();
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
      {isLost ? (
        <Lost what="venues" onRetry={retry} />
      ) : (
        <Card flush>
          {isPending && (
            <div aria-busy="true" className={styles['venue']}>
              <span className="sr-only">Loading</span>
              <IconBuildingStore size={18} stroke={1.6} aria-hidden="true" />
              <SkeletonLine width={16} />
            </div>
          )}
          {!isPending && venues.length === 0 && (
            <EmptyState icon={<IconBuildingStore size={22} stroke={1.6} />}>
              There are no venues to show.
            </EmptyState>
          )}
          <ul className={styles['list']}>
            {venues.map(({ id, name }) => (
              <li key={id}>
                <Link plain href={paths.venue(id)} className={styles['venue']}>
                  <IconBuildingStore size={18} stroke={1.6} aria-hidden="true" />
                  <span className={styles['name']}>{name}</span>
                  <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {add === 'venue' && !isLost && <AddVenueDialog onClose={close} />}
    </>
  );
}
