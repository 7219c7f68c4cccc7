/** Popover opened on demand; its positioning code is loaded on first use. */
import { Popover } from '@mantine/core';
import type { PopoverProps } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode, Ref } from 'react';
import { openModals } from './dialog.tsx';
import styles from './pop-up.module.css';

interface PopUpProps {
  readonly onClose: () => void;
  readonly position: NonNullable<PopoverProps['position']>;
  readonly children: ReactNode;
  readonly width?: number;
  readonly className?: string;
  /** Accessible name, or the id of the labelling element. */
  readonly label?: string;
  readonly labelledBy?: string;
  /** True when the content has the role and the name. */
  readonly isMenu?: boolean;
}

/** Restores the focus on close, unless another element was pressed. */
function useFocusGivenBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}

/** Escape closes the pop-up, and not the dialog around it too. */
function useOwnEscape(isInDialog: boolean): void {
  useEffect(() => {
    if (!isInDialog) return undefined;
    const keep = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    // Before the pop-up receives the key, which removes it.
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  }, [isInDialog]);
}

/** Positioning anchor only: the ARIA attributes of a target are already on the button. */
const Anchor = ({ ref }: { readonly ref?: Ref<HTMLSpanElement> }) => (
  <span ref={ref} className={styles['anchor']} />
);

/** Positioned next to the nearest positioned element, with a focus trap. */
export default function PopUp(props: PopUpProps) {
  const {
    onClose,
    position,
    width,
    className,
    label,
    labelledBy,
    isMenu = false,
    children,
  } = props;
  useFocusGivenBack();
  // Everything outside of an open modal dialog is inert.
  const modal = openModals.get().at(-1);
  useOwnEscape(modal !== undefined);
  return (
    <Popover
      opened
      onChange={(opened) => !opened && onClose()}
      position={position}
      {...(width === undefined ? {} : { width })}
      trapFocus
      withRoles={!isMenu}
      {...(modal ? { portalProps: { target: modal }, floatingStrategy: 'fixed' } : {})}
    >
      <Popover.Target>
        <Anchor />
      </Popover.Target>
      <Popover.Dropdown className={className ?? ''} aria-label={label} aria-labelledby={labelledBy}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
