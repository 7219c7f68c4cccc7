import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftsOf, noDrafts } from './drafts.ts';
import { FieldSaver } from './field-saver.ts';
import type { FieldRules, FieldState } from './field-saver.ts';

export interface SavedFieldRules extends Omit<FieldRules, 'drafts'> {
  /** Unique field name; storage key of unsaved input. */
  readonly id: string;
  /** Value stored on the server. */
  readonly stored: string;
  /** Keeps unsaved secrets only in the field. */
  readonly secret?: boolean;
}

interface SavedField extends Pick<FieldState, 'status' | 'error'> {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly leave: () => void;
}

/** Auto-saving field; pending input is also sent when the screen or the page is left. */
export function useSavedField({
  id,
  stored,
  save,
  delayMs,
  mayBeEmpty,
  secret = false,
}: SavedFieldRules): SavedField {
  const [saver] = useState(
    () => new FieldSaver({ save, delayMs, mayBeEmpty, drafts: secret ? noDrafts : draftsOf(id) }),
  );
  const { typed, status, error } = useSyncExternalStore(saver.subscribe, saver.state);

  useEffect(() => {
    saver.saveBy(save);
  }, [saver, save]);
  useEffect(() => {
    window.addEventListener('pagehide', saver.close);
    return () => {
      window.removeEventListener('pagehide', saver.close);
      saver.flush();
    };
  }, [saver]);

  return { text: typed ?? stored, status, error, type: saver.type, leave: saver.leave };
}
