/** Actions on one drink of a sale: refund and diagnosis. */
import { ActionIcon, Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { diagnosisOf, requestRefund } from '../../api/refunds.ts';
import { notify } from '../../ui/toasts.tsx';
import { DiagnosisDialog } from './diagnosis-dialog.tsx';
import styles from './drink-actions.module.css';
import { isRefunded } from './sale-rows.ts';
import type { SaleRow } from './sale-rows.ts';

function RefundButton({ row }: { readonly row: SaleRow }) {
  const { sale, drink, index } = row;
  const [sending, setSending] = useState(false);
  const [problem, setError] = useState<string | null>(null);
  const busy = useRef(false);
  const about = `refund ${sale.id} ${index}`;
  const isUnderWay = drink.refund === 'requested';

  const request = async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setError(null);
    try {
      const { status, message } = await requestRefund(sale.id, index);
      notify(message, status === 'refunded' ? 'success' : 'info', about);
    } catch (error) {
      setError(errorMessage(error));
      notify(refundMessages.requestFailed, 'error', about);
    }
    busy.current = false;
    setSending(false);
  };

  if (isUnderWay) return <span className={styles['note']}>Refund in progress</span>;
  // The tip of a sale of free drinks can be given back.
  const isFree = drink.price === 0 && drink.tips === 0;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        className={styles['refund'] ?? ''}
        aria-label={`Request refund of ${drink.name}`}
        loading={sending}
        disabled={isFree}
        title={isFree ? refundMessages.nothingToRefund : undefined}
        onClick={() => void request()}
      >
        Refund
      </Button>
      {problem !== null && (
        <span role="alert" className={styles['problem']}>
          {problem}
        </span>
      )}
      {problem === null && drink.refund === 'failed' && (
        <span className={styles['problem']}>{refundMessages.lastFailed}</span>
      )}
    </>
  );
}

export default function DrinkActions({ row }: { readonly row: SaleRow }) {
  const [diagnosing, setDiagnosing] = useState(false);
  const diagnosis = diagnosisOf(row.drink);
  return (
    <span className={styles['actions']}>
      {!isRefunded(row.drink) && <RefundButton row={row} />}
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
