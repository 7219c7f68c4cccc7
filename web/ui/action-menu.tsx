/** Button that opens the actions of a row, a card or a place of the drawing. */
import { IconDots } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import type { ActionListProps } from './action-list.tsx';
import { pressedPart } from './lazy-dialog.tsx';
import { useToggle } from './hooks.ts';
import styles from './action-menu.module.css';

const PopUp = pressedPart(() => import('./pop-up.tsx'));
const ActionList = pressedPart(() => import('./action-list.tsx'));

interface ActionMenuProps extends Omit<ActionListProps, 'onClose'> {
  /** Another look of the button, which then fills its container. */
  readonly openerClass?: string | undefined;
  readonly onPoint?: ((isOver: boolean) => void) | undefined;
}

/** A button with three dots, unless it has another look. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, openerClass, onPoint, about, note, actions } = props;
  const { open, close, button } = useToggle();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <span className={openerClass === undefined ? styles['frame'] : styles['whole']}>
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        className={openerClass ?? styles['opener']}
        onMouseEnter={() => onPoint?.(true)}
        onMouseLeave={() => onPoint?.(false)}
        onFocus={() => onPoint?.(true)}
        onBlur={() => onPoint?.(false)}
        {...button}
      >
        {openerClass === undefined && <IconDots size={18} stroke={1.6} aria-hidden="true" />}
      </button>
      {open && (
        <Suspense>
          <PopUp
            onClose={close}
            position={openerClass === undefined ? 'bottom-end' : 'bottom'}
            width={240}
            isMenu
          >
            <ActionList
              label={label}
              about={about}
              note={note}
              actions={actions}
              onClose={() => {
                // Before the action, which may open a dialog that restores the focus.
                opener.current?.focus({ preventScroll: true });
                close();
              }}
            />
          </PopUp>
        </Suspense>
      )}
    </span>
  );
}
