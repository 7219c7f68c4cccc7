import { useLayoutEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own modal dialog with a form or a text in it: it traps the focus, gives it back and closes on Escape. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while it still stands in the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={styles['dialog']}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
