/** Content of an action menu, loaded when one is first opened. */
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Link } from './link.tsx';
import styles from './action-menu.module.css';

export interface ActionListProps {
  /** Accessible name. */
  readonly label: string;
  /** Name of what is acted on, which is part of the accessible name of each action. */
  readonly about: string;
  /** Facts shown above the actions. */
  readonly note?: ReactNode;
  readonly actions: readonly MenuAction[];
  readonly onClose: () => void;
}

const itemOf = '[role="menuitem"]';

/** Arrows move around, Home and End to the ends, and a letter to the next action that begins with it. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const items = [...currentTarget.querySelectorAll<HTMLElement>(itemOf)];
  const at = items.findIndex((item) => item === document.activeElement);
  const after = [...items.slice(at + 1), ...items];
  const byKey: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: after[0],
    ArrowUp: items[at - 1] ?? items.at(-1),
    Home: items[0],
    End: items.at(-1),
  };
  const letter = key.trim().length === 1 ? key.toLowerCase() : null;
  const isNamed = (item: HTMLElement) => item.textContent.toLowerCase().startsWith(letter ?? '');
  const next = letter === null ? byKey[key] : after.find(isNamed);
  if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  next.focus();
}

/** A menu in a pop-up, with facts above it. */
export default function ActionList({ label, about, note, actions, onClose }: ActionListProps) {
  const noteId = useId();
  return (
    <div className={styles['panel']}>
      {note && (
        <div id={noteId} className={styles['note']}>
          {note}
        </div>
      )}
      <ul
        role="menu"
        aria-label={label}
        aria-describedby={note ? noteId : undefined}
        className={styles['actions']}
        onKeyDown={(event) => {
          // The focus is back on the button of the menu, and goes on from there.
          if (event.key === 'Tab') onClose();
          else move(event);
        }}
      >
        {actions.map(({ label: text, href, onSelect, isDisabled }, index) => {
          const shared = {
            role: 'menuitem',
            tabIndex: -1,
            className: styles['action'] ?? '',
            // Has the focus first.
            'data-autofocus': index === 0 || undefined,
          } as const;
          const content = (
            <span>
              {text} <span className="sr-only">{about}</span>
            </span>
          );
          return (
            <li key={text} role="none">
              {href === undefined ? (
                <button
                  type="button"
                  {...shared}
                  aria-disabled={isDisabled}
                  onClick={() => {
                    if (isDisabled) return;
                    onClose();
                    onSelect?.();
                  }}
                >
                  {content}
                </button>
              ) : (
                <Link plain href={href} {...shared} onClick={onClose}>
                  {content}
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
