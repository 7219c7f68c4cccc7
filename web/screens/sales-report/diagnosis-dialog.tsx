import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import { diagnosisQuery } from '../../api/refunds.ts';
import { useUnitTitle } from '../../components/use-unit-title.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import styles from './drink-actions.module.css';
import { isRefunded } from '../../../rules/refunds/is-refunded.ts';
import type { SaleRow } from './sale-rows.ts';

interface DiagnosisDialogProps {
  readonly row: SaleRow;
  readonly by: Parameters<typeof diagnosisQuery>[0];
  readonly onClose: () => void;
}

/** Diagnosis reasons as a numbered list, most likely first. */
export function DiagnosisDialog({ row: { sale, drink }, by, onClose }: DiagnosisDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(diagnosisQuery(by, sale.id, drink._id));
  const unit = useUnitTitle(sale.unitNumber);
  const isFailure = by === 'diagnosePouringFailure';
  return (
    <Dialog title={`Diagnosis of ${drink.name}`} onClose={onClose}>
      <p className={styles['note']}>
        {isFailure
          ? 'Nothing was poured.'
          : isRefunded(drink)
            ? 'It was poured and paid, then refunded.'
            : 'It was poured and not paid for.'}{' '}
        {unit}.
      </p>
      <div className={styles['reasons']}>
        {isFetching && !data && <SkeletonLine width={34} />}
        {error && !isFetching && (
          <ErrorLine onRetry={() => void refetch()}>{refundMessages.noDiagnosis[by]}</ErrorLine>
        )}
        {data?.length === 0 && <p>{refundMessages.noReasons}</p>}
        {data && data.length > 0 && (
          <ol>
            {data.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ol>
        )}
      </div>
      <div className={styles['buttons']}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
