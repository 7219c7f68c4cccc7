import type { ReactNode, Ref } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly children: ReactNode;
  /** Heading; makes the card a region with that name. */
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Removes the padding, for tables and lists. */
  readonly flush?: boolean;
  /** Of a card with a title, which can then be focused. */
  readonly ref?: Ref<HTMLElement>;
  /** Highlights the card that the user was led to, for two seconds. */
  readonly isMarked?: boolean;
}

export function Card({
  children,
  title,
  actions,
  flush = false,
  ref,
  isMarked = false,
}: CardProps) {
  const classes = [styles['card'], flush && styles['flush']].filter(Boolean).join(' ');
  if (title === undefined) return <div className={classes}>{children}</div>;
  return (
    <section
      className={classes}
      aria-label={title}
      data-marked={isMarked || undefined}
      {...(ref ? { ref, tabIndex: -1 } : {})}
    >
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
