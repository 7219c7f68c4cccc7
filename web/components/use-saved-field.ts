import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftsOf, noDrafts } from './drafts.ts';
import { FieldSaver } from './field-saver.ts';
import type { FieldRules, FieldState } from './field-saver.ts';

export interface SavedFieldRules extends Omit<FieldRules, 'drafts' | 'stored'> {
  /** Unique field name; storage key of unsaved input. */
  readonly id: string;
  /** Value stored on the server. */
  readonly stored: string;
  /** Keeps unsaved secrets only in the field. */
  readonly secret?: boolean;
}

export interface UsedField extends Pick<FieldState, 'status' | 'error' | 'conflict' | 'change'> {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly leave: () => void;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
  /** Sends the value before the last change. */
  readonly undo: () => void;
  /** The text at this moment, which may be newer than the rendered one; null for the stored value. */
  readonly typedNow: () => string | null;
}

const isNever = () => false;

/** Auto-saving field; pending input is also sent when the screen or the page is left. */
export function useSavedField({
  id,
  stored,
  save,
  delayMs,
  mayBeEmpty,
  isPartial = isNever,
  secret = false,
}: SavedFieldRules): UsedField {
  const [saver] = useState(
    () =>
      new FieldSaver({
        save,
        delayMs,
        stored,
        mayBeEmpty,
        isPartial,
        drafts: secret ? noDrafts : draftsOf(id),
      }),
  );
  const { typed, status, error, conflict, change } = useSyncExternalStore(
    saver.subscribe,
    saver.state,
  );

  useEffect(() => {
    saver.saveBy(save, stored);
  }, [saver, save, stored]);
  useEffect(() => {
    window.addEventListener('pagehide', saver.close);
    return () => {
      window.removeEventListener('pagehide', saver.close);
      saver.flush();
    };
  }, [saver]);

  return {
    text: typed ?? stored,
    status,
    error,
    conflict,
    ...(change && { change }),
    type: saver.type,
    leave: saver.leave,
    takeTheirs: saver.takeTheirs,
    keepMine: saver.keepMine,
    undo: saver.undo,
    typedNow: () => saver.state().typed,
  };
}
