import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { ModalFrame } from './modal-frame.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Modal dialog with a form or text. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId();
  return (
    <ModalFrame labelledBy={titleId} onCancel={onClose}>
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      {children}
    </ModalFrame>
  );
}
