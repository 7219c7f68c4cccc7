import { useCallback, useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { restoreRendering, deleteRendering } from '../../api/renderings.ts';
import type { Rendering } from '../../api/renderings.ts';

/** A row with an operation in progress. */
export interface BusyRow {
  readonly id: string;
  readonly doing: 'Deleting…' | 'Restoring…';
}

interface Operations {
  readonly busy: BusyRow | null;
  /** Last completed operation, for screen readers. */
  readonly done: string;
  readonly remove: (rendering: Rendering) => void;
  readonly bringBack: (rendering: Rendering) => void;
}

/** @param onError receives the message of an error, and null when an operation starts */
export function useOperations(onError: (problem: string | null) => void): Operations {
  const [busy, setBusy] = useState<BusyRow | null>(null);
  const [done, setDone] = useState('');

  const run = useCallback(
    async (row: BusyRow, work: () => Promise<unknown>, message: string) => {
      onError(null);
      setBusy(row);
      try {
        await work();
        setDone(message);
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
        `The rendering of ${rendering.venueName} was deleted.`,
      ),
    [run],
  );
  const bringBack = useCallback(
    (rendering: Rendering) =>
      void run(
        { id: rendering._id, doing: 'Restoring…' },
        () => restoreRendering(rendering),
        `The former rendering of ${rendering.venueName} is shown again.`,
      ),
    [run],
  );
  return { busy, done, remove, bringBack };
}
