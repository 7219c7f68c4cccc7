/** Content of an action menu, loaded when one is first opened. */
import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import { moveFocus } from './keep-focus.ts';
import styles from './action-menu.module.css';

export interface ActionListProps {
  /** Name of what is acted on, which is part of the accessible name of each action. */
  readonly about: string;
  /** Facts shown above the actions. */
  readonly note?: ReactNode;
  readonly actions: readonly MenuAction[];
  readonly onClose: () => void;
}

/** Content of a popover with actions. */
export default function ActionList({ about, note, actions, onClose }: ActionListProps) {
  return (
    // The keys move between the controls inside, which are interactive themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['panel']} onKeyDown={(event) => moveFocus(event, 'a, button')}>
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

/** An action in a menu. */
export interface MenuAction {
  readonly label: string;
  /** Destination of a link; otherwise `onSelect` is called. */
  readonly href?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
}
