import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { openModal } from './dialog.tsx';
import { FailureScope } from './load-state.tsx';
import styles from './side-drawer.module.css';

interface SideDrawerProps {
  /** Accessible name. */
  readonly label: string;
  /** end: wide, for content beside the screen; the whole screen on phones. */
  readonly side?: 'start' | 'end';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Native modal dialog at the side of the window: focus trap, focus restoration and closing on Escape. */
export function SideDrawer({ label, side = 'start', onClose, children }: SideDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latestClose = useRef(onClose);
  useLayoutEffect(() => {
    latestClose.current = onClose;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const close = openModal(element);
    // A press outside the content counts as the backdrop and closes the drawer.
    const closeBeside = (event: MouseEvent) => {
      if (event.target === element) latestClose.current();
    };
    element.addEventListener('click', closeBeside);
    return () => {
      element.removeEventListener('click', closeBeside);
      close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={styles['drawer']}
      data-side={side}
      onClose={onClose}
    >
      <div className={styles['content']}>
        <FailureScope>{children}</FailureScope>
      </div>
    </dialog>
  );
}
