/** Actions on one drink of a sale: refund and diagnosis. */
import { ActionIcon, Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefunded } from '../../../../rules/refunds/is-refunded.ts';
import { refundMessages } from '../../../../rules/refunds/refund-messages.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import { diagnosisOf, diagnosisQuery } from '../../../api/refunds.ts';
import { useUnits, useVenues } from '../../../context/use-venues.ts';
import type { SaleRow } from '../report/sale-rows.ts';
import { may } from '../../../session/permissions.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorLine, SkeletonLine } from '../../../ui/page.tsx';
import { RefundButton } from './refund-button.tsx';
import styles from './drink-actions.module.css';

interface DrinkActionsProps {
  readonly row: SaleRow;
  /** Shows the refund as a button; in a table it is as quiet as its neighbours. */
  readonly prominent?: boolean;
}

export default function DrinkActions({ row, prominent = false }: DrinkActionsProps) {
  const [diagnosing, setDiagnosing] = useState(false);
  const diagnosis = diagnosisOf(row.drink);
  return (
    <span className={styles['actions']}>
      {may('refunds.create') && (
        <RefundButton sale={row.sale} index={row.index} prominent={prominent} />
      )}
      {diagnosis !== null && (
        <ActionIcon
          size="sm"
          aria-label={`Diagnose ${row.drink.name}`}
          title="Diagnose"
          onClick={() => setDiagnosing(true)}
        >
          <IconStethoscope size={16} stroke={1.6} />
        </ActionIcon>
      )}
      {diagnosing && diagnosis !== null && (
        <DiagnosisDialog row={row} by={diagnosis} onClose={() => setDiagnosing(false)} />
      )}
    </span>
  );
}

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
