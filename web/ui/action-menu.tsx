/** Button with three dots that opens the further actions of a row or card. */
import { IconDots } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './action-menu.module.css';
import { lazyPart } from './lazy-part.ts';
import { Link } from './link.tsx';
import { useToggle } from './toggle.ts';

const PopUp = lazyPart(() => import('./pop-up.tsx'));

export interface MenuAction {
  readonly label: string;
  /** Destination of a link; otherwise `onSelect` is called. */
  readonly href?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** The arrow keys move between the actions. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface ActionListProps {
  /** Name of what is acted on, which is part of the accessible name of each action. */
  readonly about: string;
  /** Facts shown above the actions. */
  readonly note?: ReactNode;
  readonly actions: readonly MenuAction[];
  readonly onClose: () => void;
}

/** Content of a popover with actions. */
export function ActionList({ about, note, actions, onClose }: ActionListProps) {
  return (
    <div className={styles['panel']} onKeyDown={moveFocus}>
      {note && <div className={styles['note']}>{note}</div>}
      <ul className={styles['actions']}>
        {actions.map(({ label, href, onSelect, isDisabled }) => {
          const text = (
            <>
              {label} <span className="sr-only">{about}</span>
            </>
          );
          return (
            <li key={label}>
              {href === undefined ? (
                <button
                  type="button"
                  className={styles['action']}
                  aria-disabled={isDisabled}
                  onClick={() => {
                    if (isDisabled) return;
                    onClose();
                    onSelect?.();
                  }}
                >
                  {text}
                </button>
              ) : (
                <Link plain href={href} className={styles['action']} onClick={onClose}>
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export function ActionMenu({ about, note, actions }: Omit<ActionListProps, 'onClose'>) {
  const { open, close, button } = useToggle();
  const opener = useRef<HTMLButtonElement>(null);
  const label = `More for ${about}`;
  return (
    <span className={styles['frame']}>
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={styles['opener']}
        {...button}
      >
        <IconDots size={18} stroke={1.6} aria-hidden="true" />
      </button>
      {open && (
        <Suspense>
          <PopUp onClose={close} position="bottom-end" width={240} label={label}>
            <ActionList
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
