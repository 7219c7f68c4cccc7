/** Changes issues where they are listed: alerts, and refused sales. */
import { useState } from 'react';
import { alertMessages } from '../../../rules/alerts/alert-messages.ts';
import { refusedSaleMessages } from '../../../rules/orders/refused-sale-messages.ts';
import { type AlertAction, updateAlert } from '../../api/alerts.ts';
import { errorMessage } from '../../api/api-error.ts';
import { settleRefusedSale } from '../../api/refused-sales.ts';
import { confirm } from '../../ui/confirm.tsx';
import { notify } from '../../ui/toasts.tsx';
import { attempt, offerUndo } from '../attempt.ts';

/** Error of the last change of an alert, and the note that was typed for it. */
export interface Failure {
  readonly reason: string;
  readonly note: string;
}

const noFailures: ReadonlyMap<string, Failure> = new Map();

export interface IssueActions {
  /** By the id of the alert. */
  readonly failures: ReadonlyMap<string, Failure>;
  readonly act: (alertId: string, body: AlertAction) => void;
}

/** Changes alerts, and keeps why the last change of each failed. */
export function useIssueActions(venueId: string): IssueActions {
  const [failures, setFailures] = useState(noFailures);
  const keep = (id: string, failure: Failure | null) =>
    setFailures((known) => {
      const next = new Map(known);
      if (failure === null) next.delete(id);
      else next.set(id, failure);
      return next;
    });
  const act = (id: string, body: AlertAction) => {
    const alert = { id, venueId };
    keep(id, null);
    void attempt(`alert ${id}`, async () => {
      try {
        await updateAlert(alert, body);
      } catch (error) {
        const reason = alertMessages.notDone(body.action, errorMessage(error));
        keep(id, { reason, note: ('note' in body && body.note) || '' });
        throw error;
      }
      if (body.action === 'resolve')
        offerUndo('Resolved.', () => updateAlert(alert, { action: 'reopen' }), 'Open again.');
    });
  };
  return { failures, act };
}

/** Books a refused sale, or dismisses it once the user has confirmed. Returns true when it is settled. */
export async function settleSale(id: string, action: 'take' | 'dismiss'): Promise<boolean> {
  const text = refusedSaleMessages.askDismiss;
  if (action === 'dismiss' && !(await confirm({ text, confirmLabel: 'Dismiss', danger: true })))
    return false;
  const isSettled = await attempt(`refused sale ${id}`, () => settleRefusedSale(id, action));
  if (isSettled)
    notify(action === 'take' ? refusedSaleMessages.booked : refusedSaleMessages.left, 'success');
  return isSettled;
}
