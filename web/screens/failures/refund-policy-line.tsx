import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { type RefundPolicy, refundPolicyQuery } from '../../api/cases.ts';
import { Lost } from '../../components/lost.tsx';
import { may } from '../../session/permissions.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import styles from './failures-screen.module.css';

const RefundPolicyDialog = lazyDialog(
  'Automatic refunds',
  () => import('./refund-policy-dialog.tsx'),
);

/** `Automatic refunds after 10 min, up to $200.00 a night; $18.00 tonight`. Amounts may be hidden. */
function policyText({ policy, delayMinutes, cap, refundedTonight }: RefundPolicy): string {
  if (policy === 'off') return 'Automatic refunds are off.';
  const when = delayMinutes === 0 ? 'at once' : `after ${delayMinutes} min`;
  if (cap === undefined || refundedTonight === undefined) return `Automatic refunds ${when}.`;
  const tonight = refundedTonight > 0 ? `; ${formatMoney(refundedTonight)} tonight` : '';
  return `Automatic refunds ${when}, up to ${formatMoney(cap)} a night${tonight}.`;
}

interface RefundPolicyLineProps {
  /** Undefined while loading. */
  readonly venueId: string | undefined;
}

/** What is refunded automatically at a venue, and for those who may a way to change it. */
export function RefundPolicyLine({ venueId }: RefundPolicyLineProps) {
  const { data, error, refetch } = useQuery({
    ...refundPolicyQuery(venueId ?? ''),
    enabled: venueId !== undefined,
  });
  const [isOpen, setOpen] = useState(false);
  if (error && !data) return <Lost what="automatic refunds" error={error} onRetry={refetch} />;
  return (
    <div className={styles['policy']}>
      <p>{data ? policyText(data) : <SkeletonLine width={40} />}</p>
      {may('settings.write') && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={data === undefined}
          onClick={() => setOpen(true)}
        >
          Change automatic refunds
        </Button>
      )}
      {isOpen && data && venueId !== undefined && (
        <RefundPolicyDialog venueId={venueId} policy={data} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
