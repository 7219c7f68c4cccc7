import { useCallback, useState } from 'react';
import { renderingMessages } from '../../../rules/renderings/rendering-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { restoreRendering, deleteRendering } from '../../api/renderings.ts';
import type { Rendering } from '../../api/renderings.ts';
import { notify } from '../../ui/toasts.tsx';

/** A row with an operation in progress. */
export interface BusyRow {
  readonly id: string;
  readonly doing: 'Deleting…' | 'Restoring…';
}

interface Operations {
  readonly busy: BusyRow | null;
  readonly remove: (rendering: Rendering) => void;
  readonly bringBack: (rendering: Rendering) => void;
}

/** @param onError receives the message of an error, and null when an operation starts */
export function useOperations(onError: (problem: string | null) => void): Operations {
  const [busy, setBusy] = useState<BusyRow | null>(null);

  const run = useCallback(
    async (row: BusyRow, work: () => Promise<unknown>, message: string) => {
      onError(null);
      setBusy(row);
      try {
        await work();
        notify(message, 'success');
      } catch (error) {
        onError(errorMessage(error));
      } finally {
        setBusy(null);
      }
    },
    [onError],
  );
  const remove = useCallback(
    (rendering: Rendering) =>
      void run(
        { id: rendering._id, doing: 'Deleting…' },
        () => deleteRendering(rendering),
        renderingMessages.deleted(rendering.venueName),
      ),
    [run],
  );
  const bringBack = useCallback(
    (rendering: Rendering) =>
      void run(
        { id: rendering._id, doing: 'Restoring…' },
        () => restoreRendering(rendering),
        renderingMessages.restored(rendering.venueName),
      ),
    [run],
  );
  return { busy, remove, bringBack };
}
