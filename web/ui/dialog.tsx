import { createContext, use, useId } from 'react';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { ModalFrame } from './modal-frame.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** True for a dialog that takes the place of its own skeleton: it does not move in again. */
export const StillContext = createContext(false);

/** Modal dialog with a form or text. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId();
  const isStill = use(StillContext);
  return (
    <ModalFrame labelledBy={titleId} onCancel={onClose} still={isStill}>
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      {children}
    </ModalFrame>
  );
}
