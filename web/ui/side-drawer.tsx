import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './side-drawer.module.css';

interface SideDrawerProps {
  /** What it is, for those who do not see it. */
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own modal dialog at the side of the window: it traps the focus, gives it back and closes on Escape. */
export function SideDrawer({ label, onClose, children }: SideDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it still stands in the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // What lies beside the content belongs to the backdrop: pressing there closes.
    const closeBeside = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener('click', closeBeside);
    return () => {
      element?.removeEventListener('click', closeBeside);
      element?.close();
    };
  }, [onClose]);
  return (
    <dialog ref={dialog} aria-label={label} className={styles['drawer']} onClose={onClose}>
      <div className={styles['content']}>{children}</div>
    </dialog>
  );
}
