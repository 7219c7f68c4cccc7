import { useQuery } from '@tanstack/react-query';
import { unitContactQuery } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';
import { Lost } from '../../components/lost.tsx';
import { useNow } from '../../ui/now.ts';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { contactFacts } from './contact-facts.ts';
import styles from './venue-screen.module.css';

/** Last contact to the unit, and what it reports. */
export function ContactPart({ unit }: { readonly unit: Unit }) {
  const { data, isLoadingError, refetch } = useQuery(unitContactQuery(unit.unitNumber));
  const nowMs = useNow();
  if (isLoadingError) return <Lost what="contact" onRetry={refetch} />;
  if (!data) return <SkeletonLine width={20} />;
  return (
    <>
      <dl className={styles['facts']}>
        {contactFacts(data, nowMs).map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {!data.heartbeat && (
        <p className={styles['dim']}>
          This unit sends no heartbeats, so only its requests are known. Sales are not affected.
        </p>
      )}
    </>
  );
}
