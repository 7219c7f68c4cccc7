import { useState } from 'react';
import { type Alert, type AlertAction, updateAlert } from '../../api/alerts.ts';
import { errorMessage } from '../../api/api-error.ts';
import { attempt } from '../../components/attempt.ts';
import { offerUndo } from '../../components/offer-undo.ts';
import { alertMessages } from '../../../rules/alerts/alert-messages.ts';

/** Why the last change of an alert failed, and the note that was typed for it. */
export interface Failure {
  readonly reason: string;
  readonly note: string;
}

const noFailures: ReadonlyMap<string, Failure> = new Map();

/** Changes alerts, and keeps why the last change of each failed. */
export function useActions() {
  const [failures, setFailures] = useState(noFailures);
  const keep = (id: string, failure: Failure | null) =>
    setFailures((known) => {
      const next = new Map(known);
      if (failure === null) next.delete(id);
      else next.set(id, failure);
      return next;
    });
  const act = (alert: Alert, body: AlertAction) => {
    const { id } = alert;
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
  return { failures, act } as const;
}
