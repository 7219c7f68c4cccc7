/** Actions on one drink of a sale: refund and diagnosis. */
import { ActionIcon } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useState } from 'react';
import { diagnosisOf } from '../../api/refunds.ts';
import { RefundButton } from '../../components/refund-button.tsx';
import { may } from '../../session/permissions.ts';
import { DiagnosisDialog } from './diagnosis-dialog.tsx';
import styles from './drink-actions.module.css';
import type { SaleRow } from './sale-rows.ts';

export default function DrinkActions({ row }: { readonly row: SaleRow }) {
  const [diagnosing, setDiagnosing] = useState(false);
  const diagnosis = diagnosisOf(row.drink);
  return (
    <span className={styles['actions']}>
      {may('refunds.create') && <RefundButton sale={row.sale} index={row.index} />}
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
