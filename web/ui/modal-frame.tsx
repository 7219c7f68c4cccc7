import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './modal-frame.module.css';
import { openModal } from './top-layer.ts';

interface ModalFrameProps {
  /** Id of the labelling element. */
  readonly labelledBy: string;
  /** A blocking confirmation is an alertdialog. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Called on Escape. */
  readonly onCancel: () => void;
  /** True when it takes the place of another: it does not move in. */
  readonly still?: boolean;
  readonly children: ReactNode;
}

/**
 * Native modal dialog: focus trap, focus restoration and closing on Escape. The focus is first on the element with
 * `data-focus-first`, else on the first field, else on the first control.
 */
export function ModalFrame({
  labelledBy,
  role = 'dialog',
  onCancel,
  still = false,
  children,
}: ModalFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (!dialog.current) return undefined;
    const close = openModal(dialog.current);
    const first =
      dialog.current.querySelector<HTMLElement>('[data-focus-first]') ??
      dialog.current.querySelector<HTMLElement>('input, select, textarea');
    first?.focus();
    return close;
  }, []);
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={labelledBy}
      className={styles['frame']}
      data-still={still}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onKeyDown={(event) => {
        // Chrome lets a page prevent the closing by a second Escape only here, not on `cancel`.
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing)
          return;
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
    </dialog>
  );
}
