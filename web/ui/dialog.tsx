import { CloseButton } from '@mantine/core';
import { createContext, type ReactNode, use, useId, useLayoutEffect, useRef } from 'react';
import { rememberPlace } from './keep-focus.ts';
import { sharedValue } from './hooks.ts';
import { FailureScope } from './load-state.tsx';
import dialogStyles from './dialog.module.css';
import styles from './modal-frame.module.css';

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
        className={dialogStyles['title']}
        {...(isText ? { tabIndex: -1, 'data-focus-first': true } : {})}
      >
        {title}
      </h2>
      {children}
      <CloseButton className={dialogStyles['close'] ?? ''} onClick={onClose} />
    </ModalFrame>
  );
}

interface ModalFrameProps {
  /** Id of the labelling element. */
  readonly labelledBy: string;
  /** A blocking confirmation is an alertdialog. */
  readonly role?: 'dialog' | 'alertdialog';
  /** Called on Escape. */
  readonly onCancel: () => void;
  /** True for the command palette: wider, near the top of the window, without padding. */
  readonly isPalette?: boolean;
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
  isPalette = false,
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
      data-palette={isPalette}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onKeyDown={(event) => {
        // Chrome lets a page prevent the closing by a second Escape only here, not on `cancel`.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onCancel();
      }}
    >
      <FailureScope>{children}</FailureScope>
    </dialog>
  );
}

// Modal dialogs that are open, in the order of opening: everything outside of the last one is inert.

export const openModals = sharedValue<readonly HTMLDialogElement[]>([]);

/** Opens the dialog until the returned function is called. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const giveFocusBack = document.activeElement && rememberPlace(document.activeElement);
  dialog.showModal();
  openModals.set([...openModals.get(), dialog]);
  return () => {
    openModals.set(openModals.get().filter((other) => other !== dialog));
    // Closed while still in the DOM, so that the browser restores the focus.
    dialog.close();
    // Without an opener the browser leaves the focus in the closed dialog until the next frame.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && dialog.contains(activeElement))
      activeElement.blur();
    // What opened it may be gone.
    giveFocusBack?.();
  };
}
