import { UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { ChosenOwner } from '../context/owner-context.ts';
import { AccountButton } from './account-button.tsx';
import { IssueBell } from './issue-count.tsx';
import { OwnerSwitcher, PlaceSwitcher } from './place-switcher.tsx';
import { SearchButton } from './search/search-button.tsx';
import { type Claims, isOwner, isStaff } from '../session/claims.ts';
import { may } from '../session/permissions.ts';
import { lazyPart } from '../ui/lazy-dialog.tsx';
import styles from './top-bar.module.css';

const ActingBar = lazyPart(() => import('./acting-bar.tsx'));

interface TopBarProps {
  readonly claims: Claims;
  /** The owner a super admin acts for. */
  readonly actsFor: ChosenOwner | null;
  readonly onMenu: () => void;
}

export function TopBar({ claims, actsFor, onMenu }: TopBarProps) {
  const hasVenues =
    !claims.ownerItemsHidden && (isOwner(claims) || isStaff(claims) || actsFor !== null);
  return (
    <header className={styles['header']}>
      <div className={styles['bar']}>
        <UnstyledButton
          aria-label="Menu"
          aria-haspopup="dialog"
          className={styles['menu'] ?? ''}
          onClick={onMenu}
        >
          <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
        <OwnerSwitcher claims={claims} />
        <PlaceSwitcher />
        <div className={styles['end']}>
          <SearchButton claims={claims} actsForOwner={actsFor !== null} />
          {hasVenues && may('sales.read') && <IssueBell />}
          <AccountButton claims={claims} />
        </div>
      </div>
      {actsFor && (
        <Suspense fallback={<div className={styles['acting']} />}>
          <ActingBar owner={actsFor} />
        </Suspense>
      )}
    </header>
  );
}
