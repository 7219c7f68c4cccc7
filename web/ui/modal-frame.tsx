import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './modal-frame.module.css';

interface ModalFrameProps {
  /** The id of the element that names it. */
  readonly labelledBy: string;
  /** A question that stops what the user is doing is an alertdialog. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Escape was pressed. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The browser's own modal dialog: it traps the focus, gives it back and closes on Escape. */
export function ModalFrame({ labelledBy, role = 'dialog', onCancel, children }: ModalFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it still stands in the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={labelledBy}
      className={styles['frame']}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
    </dialog>
  );
}
