import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** One line of text. */
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** Button or link to the next step. */
  readonly action?: ReactNode;
}

export function EmptyState({ children, icon, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      {icon && (
        <span aria-hidden="true" className={styles['icon']}>
          {icon}
        </span>
      )}
      <p>{children}</p>
      {action}
    </div>
  );
}
