import { UnstyledButton } from '@mantine/core';
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { unitTitle } from '../../rules/units/unit-names.ts';
import { usePlace } from '../context/place.ts';
import { useActiveUnit, useVenues } from '../context/use-venues.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { SkeletonLine } from '../ui/skeletons.tsx';
import { useToggle } from '../ui/toggle.ts';
import styles from './place-switcher.module.css';

const PopUp = lazyPart(() => import('../ui/pop-up.tsx'));
const PlaceList = lazyPart(() => import('./place-list.tsx'));

/** Names the venue of the screen, and the unit where it shows one; switches to others. */
export function PlaceSwitcher() {
  const { kind } = usePlace();
  const { venues, active: venue, isPending } = useVenues();
  const {
    units,
    active: unit,
    isPending: unitsPending,
  } = useActiveUnit(kind === 'unit' ? venue?.id : undefined);
  const { open, close, button } = useToggle();
  if (kind === undefined) return null;
  // Together, so that nothing moves when the unit comes.
  if (isPending || unitsPending) {
    return (
      <span className={styles['place']}>
        <SkeletonLine width={14} />
      </span>
    );
  }
  if (!venue) return null;
  const text = (
    <>
      <IconBuildingStore size={18} stroke={1.6} aria-hidden="true" />
      <span className={styles['words']}>
        <bdi>{venue.name}</bdi>
        {unit && <span className={styles['unit']}>{` · ${unitTitle(unit)}`}</span>}
      </span>
    </>
  );
  if (venues.length < 2 && units.length < 2) {
    return <span className={styles['place']}>{text}</span>;
  }
  return (
    <div className={styles['frame']}>
      <UnstyledButton
        aria-haspopup="dialog"
        aria-expanded={open}
        className={styles['place'] ?? ''}
        {...button}
      >
        <span className="sr-only">Switch from </span>
        {text}
        <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
      </UnstyledButton>
      {open && (
        <Suspense>
          <PopUp onClose={close} position="bottom-start" width={300} label="Venue and unit">
            <PlaceList venues={venues} venue={venue} units={units} unit={unit} onClose={close} />
          </PopUp>
        </Suspense>
      )}
    </div>
  );
}
