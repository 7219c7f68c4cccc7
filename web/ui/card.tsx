import type { ReactNode } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly children: ReactNode;
  /** Heading; makes the card a region with that name. */
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Removes the padding, for tables and lists. */
  readonly flush?: boolean;
}

export function Card({ children, title, actions, flush = false }: CardProps) {
  const classes = [styles['card'], flush && styles['flush']].filter(Boolean).join(' ');
  if (title === undefined) return <div className={classes}>{children}</div>;
  return (
    <section className={classes} aria-label={title}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
