import { UnstyledButton } from '@mantine/core';
import { IconBell, IconMenu2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { alertSummaryQuery } from '../api/venue-summaries.ts';
import type { ChosenOwner } from '../context/owner-context.ts';
import { useVenues } from '../context/use-venues.ts';
import { AccountButton } from './account-button.tsx';
import { OwnerSwitcher, PlaceSwitcher } from './place-switcher.tsx';
import { paths } from '../paths.ts';
import { type Claims, isOwner, isStaff } from '../session/claims.ts';
import { may } from '../session/permissions.ts';
import { lazyPart } from '../ui/lazy-dialog.tsx';
import { Link } from '../ui/link.tsx';
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
          {hasVenues && may('alerts.read') && <AlertBell />}
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

/** Leads to the alerts of the venue, with the number of those that are not acknowledged. */
function AlertBell() {
  const { active } = useVenues();
  const { data } = useQuery({
    ...alertSummaryQuery(active?.id ?? ''),
    enabled: active !== undefined,
  });
  const { all = 0, urgent = 0 } = data ?? {};
  const text = data ? `Alerts: ${all === 0 ? 'none' : all} to acknowledge` : 'Alerts';
  const urgentText = urgent === 0 ? '' : `, ${urgent} urgent`;
  return (
    <Link plain href={paths.alerts(active && { venue: active.id })} className={styles['bell']}>
      <span className="sr-only">{text + urgentText}</span>
      <IconBell size={20} stroke={1.6} aria-hidden="true" />
      {all > 0 && (
        <span aria-hidden="true" data-urgent={urgent > 0} className={styles['count']}>
          {all > 99 ? '99+' : all}
        </span>
      )}
    </Link>
  );
}
