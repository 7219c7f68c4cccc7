/** What opens beside something on asking; the code that places it is fetched with the first one. */
import { Popover } from '@mantine/core';
import type { PopoverProps } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode, Ref } from 'react';
import styles from './pop-up.module.css';

interface PopUpProps {
  readonly onClose: () => void;
  readonly position: NonNullable<PopoverProps['position']>;
  readonly children: ReactNode;
  readonly width?: number;
  readonly className?: string;
  /** Its name, or the id of what names it. */
  readonly label?: string;
  readonly labelledBy?: string;
}

/** Whatever had the focus has it again afterwards, unless something else was pressed meanwhile. */
function useFocusGivenBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}

/** Only a place: what a target is told to say of itself, the button says already. */
const Anchor = ({ ref }: { readonly ref?: Ref<HTMLSpanElement> }) => (
  <span ref={ref} className={styles['anchor']} />
);

/** Stands beside the nearest element that is positioned, and keeps the focus in it. */
export default function PopUp(props: PopUpProps) {
  const { onClose, position, width, className, label, labelledBy, children } = props;
  useFocusGivenBack();
  return (
    <Popover
      opened
      onChange={(opened) => !opened && onClose()}
      position={position}
      {...(width === undefined ? {} : { width })}
      trapFocus
    >
      <Popover.Target>
        <Anchor />
      </Popover.Target>
      <Popover.Dropdown
        className={className ?? ''}
        aria-label={label}
        aria-labelledby={labelledBy}
        {...(labelledBy === undefined ? {} : { tabIndex: -1, 'data-autofocus': true })}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
