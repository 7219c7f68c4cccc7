import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './modal-frame.module.css';

interface ModalFrameProps {
  /** Id of the labelling element. */
  readonly labelledBy: string;
  /** A blocking confirmation is an alertdialog. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Called on Escape. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Native modal dialog: focus trap, focus restoration and closing on Escape. */
export function ModalFrame({ labelledBy, role = 'dialog', onCancel, children }: ModalFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while still in the DOM, so that the browser restores the focus.
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
