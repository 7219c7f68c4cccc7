import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { alertSummaryQuery } from '../api/alert-summary.ts';
import { useVenues } from '../context/use-venues.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import styles from './top-bar.module.css';

/** Leads to the alerts of the venue, with the number of those that are not acknowledged. */
export function AlertBell() {
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
