import { notifyManager } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeMessages } from '../../../rules/change-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { arrange } from '../../api/ingredients.ts';
import { offerUndo } from '../../components/attempt.ts';
import type { SaveStatus } from '../../ui/save-state.tsx';

interface Order<Item> {
  /** Optimistic order: the requested order, shown from the drop on. */
  readonly items: readonly Item[];
  readonly status: SaveStatus;
  /** Error of the last save; the previous order is restored. */
  readonly problem: string | undefined;
  /** @param ids of all items in their new order */
  readonly save: (ids: readonly string[]) => void;
}

/**
 * Order of a list, saved on change as an optimistic update. While one save runs, only the newest later order is
 * queued, so that the last change wins. What was saved can be undone.
 * @param stored the items in the order of the server
 * @param send stores the order of these ids and applies the server's result; with `seen`, only while that is the order
 */
export function useOrder<Item extends { readonly _id: string }>(
  stored: readonly Item[],
  send: (ids: readonly string[], seen?: readonly string[]) => Promise<void>,
): Order<Item> {
  const [requested, setRequested] = useState<readonly string[] | null>(null);
  const [status, setStatus] = useState<SaveStatus>('clean');
  const [problem, setError] = useState<string>();
  const isSaving = useRef(false);
  const next = useRef<readonly string[] | null>(null);
  /** The order before the changes that are being saved. */
  const before = useRef<readonly string[]>([]);

  const run = async (ids: readonly string[]): Promise<void> => {
    try {
      await send(ids);
      const newer = next.current;
      next.current = null;
      if (newer) {
        await run(newer);
        return;
      }
      setStatus('saved');
      const former = before.current;
      offerUndo(changeMessages.reordered, () => send(former, ids), changeMessages.orderBack);
    } catch (error) {
      next.current = null;
      setStatus('failed');
      setError(errorMessage(error));
    }
    isSaving.current = false;
    // After the update of `stored`, which is scheduled too: the former order would be shown for a moment.
    notifyManager.schedule(() => {
      if (!isSaving.current) setRequested(null);
    });
  };

  return {
    items: requested === null ? stored : arrange(stored, requested),
    status,
    problem,
    save: (ids) => {
      setRequested(ids);
      setStatus('saving');
      setError(undefined);
      if (isSaving.current) {
        next.current = ids;
        return;
      }
      isSaving.current = true;
      before.current = stored.map(({ _id }) => _id);
      void run(ids);
    },
  };
}

/**
 * Applies a move within a sublist to the whole list: the sublist keeps its slots in the whole, and everything else
 * stays in place.
 * @param ids the whole, in order
 * @param partIds the part, in the same order
 * @param from the index within the part
 * @param to the index within the part
 */
export function moveWithin(
  ids: readonly string[],
  partIds: readonly string[],
  from: number,
  to: number,
): string[] {
  const moved = [...partIds];
  moved.splice(to, 0, ...moved.splice(from, 1));
  const part = new Set(partIds);
  return ids.map((id) => (part.has(id) ? (moved.shift() ?? id) : id));
}
