import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** One sentence. */
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** The one button or link that helps. */
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
