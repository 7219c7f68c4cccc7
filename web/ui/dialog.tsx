import { CloseButton } from '@mantine/core';
import { createContext, use, useId } from 'react';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { ModalFrame } from './modal-frame.tsx';

interface DialogProps {
  readonly title: string;
  /** True for a text to read from its start, whose first control is at its end. */
  readonly isText?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** True for a dialog that takes the place of its own skeleton: it does not move in again. */
export const StillContext = createContext(false);

/** Modal dialog with a form or text. */
export function Dialog({ title, isText = false, onClose, children }: DialogProps) {
  const titleId = useId();
  const isStill = use(StillContext);
  return (
    <ModalFrame labelledBy={titleId} onCancel={onClose} still={isStill}>
      <h2
        id={titleId}
        className={styles['title']}
        {...(isText ? { tabIndex: -1, 'data-focus-first': true } : {})}
      >
        {title}
      </h2>
      {children}
      <CloseButton className={styles['close'] ?? ''} onClick={onClose} />
    </ModalFrame>
  );
}
