/** Diagnosis reasons as a numbered list, most likely first. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isRefunded } from '../../../../rules/refunds/is-refunded.ts';
import { refundMessages } from '../../../../rules/refunds/refund-messages.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import { diagnosisQuery } from '../../../api/refunds.ts';
import { useUnits, useVenues } from '../../../context/use-venues.ts';
import type { SaleRow } from '../../../components/sales/sale-rows.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorLine, SkeletonLine } from '../../../ui/page.tsx';
import styles from './drink-actions.module.css';

interface DiagnosisDialogProps {
  readonly row: SaleRow;
  readonly by: Parameters<typeof diagnosisQuery>[0];
  readonly onClose: () => void;
}

export default function DiagnosisDialog(props: DiagnosisDialogProps) {
  const {
    row: { sale, drink },
    by,
    onClose,
  } = props;
  const { data, error, isFetching, refetch } = useQuery(diagnosisQuery(by, sale.id, drink._id));
  const unit = useUnitTitle(sale.unitNumber);
  const isFailure = by === 'diagnosePouringFailure';
  return (
    <Dialog title={`Diagnosis of ${drink.name}`} onClose={onClose}>
      <p className="dim text-13">
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
      <div className="flex justify-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** Title of a unit of the active venue; its number alone while the units are loading, or when it is gone. */
export function useUnitTitle(unitNumber: number): string {
  const { active } = useVenues();
  const { units } = useUnits(active?.id);
  return unitTitle(
    units.find((unit) => unit.unitNumber === unitNumber) ?? { unitNumber, name: null },
  );
}
