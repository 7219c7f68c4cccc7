import { useQuery } from '@tanstack/react-query';
import { refusedSalesQuery } from '../../api/refused-sales.ts';
import type { UnitHealth } from '../../api/unit-health.ts';
import { Lost } from '../../components/lost.tsx';
import { RefusedSaleCard } from '../../components/refused-sale-card.tsx';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import styles from './unit-screen.module.css';

interface UnitRefusedSalesProps {
  readonly venueId: string;
  readonly unit: UnitHealth;
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
}

/** Sales of a unit that were refused and are not settled. */
export function UnitRefusedSales({ venueId, unit, nowMs, timezone }: UnitRefusedSalesProps) {
  const { data, error, refetch } = useQuery({
    ...refusedSalesQuery(venueId, unit.unitId),
    enabled: may('sales.read'),
  });
  if (!may('sales.read')) return null;
  return (
    <section aria-label="Refused sales">
      <h2 className={styles['title']}>Refused sales</h2>
      {error && !data && <Lost what="refused sales" error={error} onRetry={refetch} />}
      {!data && !error && (
        <Card>
          <SkeletonLine width={24} />
        </Card>
      )}
      <ul className={styles['sales']}>
        {data?.map((sale) => (
          <li key={sale.id}>
            <RefusedSaleCard sale={sale} timezone={timezone} nowMs={nowMs} />
          </li>
        ))}
      </ul>
    </section>
  );
}
