import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { displayName } from '../session/claims.ts';
import type { Claims } from '../session/claims.ts';
import type { ChosenOwner } from '../context/owner-context.ts';
import { ColorSchemeSwitch } from '../ui/color-scheme-switch.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  readonly claims: Claims;
  /** The owner a super admin acts for. */
  readonly actsFor: ChosenOwner | null;
  readonly onMenu: () => void;
}

export function TopBar({ claims, actsFor, onMenu }: TopBarProps) {
  const name = displayName(claims);
  const venue = actsFor?.venues[0]?.name;
  const inOwner = actsFor && ` (${[actsFor.name, venue].filter(Boolean).join(', ')})`;
  return (
    <header className={styles['header']}>
      <div className={styles['bar']}>
        <ActionIcon
          aria-label="Menu"
          aria-haspopup="dialog"
          className={styles['menu'] ?? ''}
          onClick={onMenu}
        >
          <IconMenu2 size={20} stroke={1.6} />
        </ActionIcon>
        <span className={styles['name']}>
          {name}
          {inOwner && <span className={styles['owner']}>{inOwner}</span>}
        </span>
        <ColorSchemeSwitch />
      </div>
      {actsFor && (
        <p className={styles['acting']}>
          {name} is acting for{' '}
          <strong>
            {actsFor.name}
            {venue && ` (${venue})`}
          </strong>
        </p>
      )}
    </header>
  );
}
