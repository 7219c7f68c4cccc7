import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './side-drawer.module.css';
import { openModal } from './top-layer.ts';

interface SideDrawerProps {
  /** Accessible name. */
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Native modal dialog at the side of the window: focus trap, focus restoration and closing on Escape. */
export function SideDrawer({ label, onClose, children }: SideDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const close = openModal(element);
    // A press outside the content counts as the backdrop and closes the drawer.
    const closeBeside = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element.addEventListener('click', closeBeside);
    return () => {
      element.removeEventListener('click', closeBeside);
      close();
    };
  }, [onClose]);
  return (
    <dialog ref={dialog} aria-label={label} className={styles['drawer']} onClose={onClose}>
      <div className={styles['content']}>{children}</div>
    </dialog>
  );
}
