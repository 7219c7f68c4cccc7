import { IconCheck, IconPencil } from '@tabler/icons-react';
import { Loader } from '@mantine/core';
import styles from './save-state.module.css';

export type SaveStatus = 'clean' | 'unsaved' | 'saving' | 'saved' | 'failed';

const words: Readonly<Record<SaveStatus, string>> = {
  clean: '',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
};

/** Save state of a field. Its space is always reserved, to avoid layout shift. */
export function SaveState({ status }: { readonly status: SaveStatus }) {
  return (
    <output className={styles['state']} data-status={status}>
      {status === 'saving' && <Loader size={14} color="gray" aria-hidden="true" />}
      {status === 'saved' && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
      {status === 'unsaved' && <IconPencil size={15} stroke={1.6} aria-hidden="true" />}
      {words[status]}
    </output>
  );
}
