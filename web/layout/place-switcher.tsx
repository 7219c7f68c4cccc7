import { UnstyledButton } from '@mantine/core';
import { IconBriefcase, IconBuildingStore, IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { unitTitle } from '../../rules/units/unit-names.ts';
import { usePlace } from '../context/place.ts';
import { useMemberships } from '../context/use-memberships.ts';
import { useActiveUnit, useVenues } from '../context/use-venues.ts';
import type { Claims } from '../session/claims.ts';
import { usedOwner } from '../session/membership.ts';
import { useToggle } from '../ui/hooks.ts';
import { pressedPart } from '../ui/lazy-dialog.tsx';
import { SkeletonLine } from '../ui/page.tsx';
import styles from './place-switcher.module.css';

const PopUp = pressedPart(() => import('../ui/pop-up.tsx'));
const PlaceList = pressedPart(() => import('./place-list.tsx'));

/** Names the venue of the screen or of this tab, and the unit where the screen shows one; switches to others. */
export function PlaceSwitcher() {
  const { kind } = usePlace();
  const { venues, active: venue, isPending } = useVenues();
  const {
    units,
    active: unit,
    isPending: unitsPending,
  } = useActiveUnit(kind === 'unit' ? venue?.id : undefined);
  const { open, close, button } = useToggle();
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
        {unit && <span className="dim regular">{` · ${unitTitle(unit)}`}</span>}
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

const OwnerChoice = pressedPart(() => import('./owner-choice.tsx'));

/** Names the owner that one of several owners' staff works for in this tab, and switches to others. */
export function OwnerSwitcher({ claims }: { readonly claims: Claims }) {
  const { memberships, isPending } = useMemberships();
  const { open, close, button } = useToggle();
  const chosen = memberships.find(({ ownerId }) => ownerId === claims.ownerId);
  const before = isPending ? usedOwner(claims.sub) : null;
  // There before the list is, so that nothing moves when it comes.
  const isShown = before ? before.hasOthers : memberships.length > 1;
  const name = before?.ownerName ?? chosen?.ownerName;
  if (!isShown || name === undefined) return null;
  return (
    <div className={styles['frame']}>
      <UnstyledButton
        aria-haspopup="dialog"
        aria-expanded={open}
        className={styles['owner'] ?? ''}
        {...button}
      >
        <span className="sr-only">You work for </span>
        <IconBriefcase size={18} stroke={1.6} aria-hidden="true" />
        <span className={styles['words']}>{name}</span>
        <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
      </UnstyledButton>
      {open && chosen && (
        <Suspense>
          <PopUp onClose={close} position="bottom-start" width={300} label="Owner">
            <OwnerChoice memberships={memberships} chosen={chosen} onClose={close} />
          </PopUp>
        </Suspense>
      )}
    </div>
  );
}
