import { UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { type Claims, isOwner, isStaff } from '../session/claims.ts';
import { may } from '../session/permissions.ts';
import type { ChosenOwner } from '../context/chosen-owner.ts';
import { AccountButton } from './account-button.tsx';
import { ActingBar } from './acting-bar.tsx';
import { AlertBell } from './alert-bell.tsx';
import { OwnerSwitcher } from './owner-switcher.tsx';
import { PlaceSwitcher } from './place-switcher.tsx';
import styles from './top-bar.module.css';

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
          {hasVenues && may('alerts.read') && <AlertBell />}
          <AccountButton claims={claims} />
        </div>
      </div>
      {actsFor && <ActingBar owner={actsFor} />}
    </header>
  );
}
