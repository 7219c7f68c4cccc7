import type { ReactNode } from 'react';
import { ActionMenu } from '../../ui/action-menu.tsx';
import type { MenuAction } from '../../ui/menu-action.ts';
import { Link } from '../../ui/link.tsx';
import styles from './card-actions.module.css';

/** Action of a card; the first one is its primary action. */
export interface CardAction {
  readonly label: string;
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly icon?: ReactNode;
  /** Shown in the menu of a row, and not on a card, which has no room for it. */
  readonly isInMenu?: boolean;
}

interface CardActionsProps {
  /** Name of the ingredient or drink. */
  readonly name: string;
  readonly actions: readonly CardAction[];
  /** True while one of them runs. */
  readonly isBusy: boolean;
  /** True to show the first action only, and the others in a menu. */
  readonly isFolded: boolean;
  /** Moves by one, which are in the menu. */
  readonly steps: readonly MenuAction[];
  /** Shown above the menu. */
  readonly note: ReactNode;
}

export function CardActions(props: CardActionsProps) {
  const { name, actions, isBusy, isFolded, steps, note } = props;
  const [primary, ...others] = actions;
  const shown = isFolded && primary ? [primary] : actions.filter(({ isInMenu }) => !isInMenu);
  return (
    <span className={styles['doing']} data-folded={isFolded}>
      {shown.map(({ label, href, onSelect, icon }) => {
        const text = (
          <>
            {icon}
            {label} <span className="sr-only">{name}</span>
          </>
        );
        // A number and not the label, which changes while the action runs: the button keeps the focus.
        const key = actions.findIndex((action) => action.label === label) - actions.length;
        return href === undefined ? (
          <button key={key} type="button" aria-disabled={isBusy} onClick={onSelect}>
            {text}
          </button>
        ) : (
          <Link key={key} plain href={href}>
            {text}
          </Link>
        );
      })}
      {isFolded && (
        <ActionMenu
          label={`More for ${name}`}
          about={name}
          note={note}
          actions={[
            ...others.map(({ label, href, onSelect }) => ({
              label,
              href,
              onSelect,
              isDisabled: isBusy,
            })),
            ...steps,
          ]}
        />
      )}
    </span>
  );
}
