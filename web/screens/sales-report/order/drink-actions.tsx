/** Actions on one drink of a sale: refund and diagnosis. */
import { ActionIcon } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { diagnosisOf } from '../../../api/refunds.ts';
import type { SaleRow } from '../../../components/sales/sale-rows.ts';
import { may } from '../../../session/permissions.ts';
import { pressedPart } from '../../../ui/lazy-dialog.tsx';
import { RefundButton } from './refund-button.tsx';
import styles from './drink-actions.module.css';

const DiagnosisDialog = pressedPart(() => import('./diagnosis-dialog.tsx'));

interface DrinkActionsProps {
  readonly row: SaleRow;
  /** Shows the refund as a button; in a table it is as quiet as its neighbours. */
  readonly prominent?: boolean;
}

export default function DrinkActions({ row, prominent = false }: DrinkActionsProps) {
  const [diagnosing, setDiagnosing] = useState(false);
  const diagnosis = diagnosisOf(row.drink);
  return (
    <span className={styles['actions']} data-prominent={prominent}>
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
        <Suspense>
          <DiagnosisDialog row={row} by={diagnosis} onClose={() => setDiagnosing(false)} />
        </Suspense>
      )}
    </span>
  );
}
