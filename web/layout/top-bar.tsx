import { Button, UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import type { Claims } from '../session/claims.ts';
import type { ChosenOwner } from '../context/chosen-owner.ts';
import { useVenues } from '../context/use-venues.ts';
import { AccountButton } from './account-button.tsx';
import { PlaceSwitcher } from './place-switcher.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  readonly claims: Claims;
  /** The owner a super admin acts for. */
  readonly actsFor: ChosenOwner | null;
  readonly onMenu: () => void;
}

/** Names the owner acted for with the chosen venue, and ends it. */
function ActingBar({ owner }: { readonly owner: ChosenOwner }) {
  const navigate = useNavigate();
  const { active } = useVenues();
  const venue = active?.name ?? owner.venues[0]?.name;
  return (
    <div className={styles['acting']}>
      <p className={styles['acting-text']}>
        Acting for{' '}
        <strong>
          {owner.name}
          {venue && ` (${venue})`}
        </strong>
      </p>
      {/* Opening the owner list is what ends it. */}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void navigate({ to: '.', href: paths.owners() })}
      >
        Stop acting
      </Button>
    </div>
  );
}

export function TopBar({ claims, actsFor, onMenu }: TopBarProps) {
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
        <PlaceSwitcher />
        <div className={styles['end']}>
          <AccountButton claims={claims} />
        </div>
      </div>
      {actsFor && <ActingBar owner={actsFor} />}
    </header>
  );
}
