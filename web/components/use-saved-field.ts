import { useEffect, useState, useSyncExternalStore } from 'react';
import { draftsOf, noDrafts } from './drafts.ts';
import { FieldSaver } from './field-saver.ts';
import type { FieldRules, FieldState } from './field-saver.ts';

export interface SavedFieldRules extends Omit<FieldRules, 'drafts'> {
  /** Names the field among all, for what is kept of it when it could not be saved. */
  readonly id: string;
  /** What the server holds. */
  readonly stored: string;
  /** A secret that could not be saved is not kept anywhere but in the field. */
  readonly secret?: boolean;
}

interface SavedField extends Pick<FieldState, 'status' | 'error'> {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly leave: () => void;
}

/** A field that saves itself; what waits is also sent when the screen or the page is left. */
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
    window.addEventListener('pagehide', saver.flush);
    return () => {
      window.removeEventListener('pagehide', saver.flush);
      saver.flush();
    };
  }, [saver]);

  return { text: typed ?? stored, status, error, type: saver.type, leave: saver.leave };
}
