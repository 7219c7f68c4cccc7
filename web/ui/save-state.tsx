import { IconCheck, IconPencil } from '@tabler/icons-react';
import { Button, Loader } from '@mantine/core';
import styles from './save-state.module.css';

export type SaveStatus = 'clean' | 'unsaved' | 'saving' | 'saved' | 'failed';

const words: Readonly<Record<SaveStatus, string>> = {
  clean: '',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
};

interface SaveStateProps {
  readonly status: SaveStatus;
  /** What was saved, instead of “Saved”. */
  readonly saved?: string | undefined;
  /** Undoes what was saved. */
  readonly onUndo?: (() => void) | undefined;
}

/**
 * Save state of a field. Its space is always reserved, to avoid layout shift; its element stays, with Undo and without,
 * so that what it says is announced.
 */
export function SaveState({ status, saved = words.saved, onUndo }: SaveStateProps) {
  const undo = status === 'saved' ? onUndo : undefined;
  return (
    <span className={styles[undo ? 'undoable' : 'alone']}>
      <output className={styles['state']} data-status={status}>
        {status === 'saving' && <Loader size={14} color="gray" aria-hidden="true" />}
        {status === 'saved' && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
        {status === 'unsaved' && <IconPencil size={15} stroke={1.6} aria-hidden="true" />}
        {status === 'saved' ? (
          <span className={styles['text']} title={saved}>
            {saved}
          </span>
        ) : (
          words[status]
        )}
      </output>
      {undo && (
        <Button size="compact-xs" variant="subtle" className={styles['undo'] ?? ''} onClick={undo}>
          Undo
        </Button>
      )}
    </span>
  );
}
