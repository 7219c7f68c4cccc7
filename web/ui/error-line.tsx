import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './error-line.module.css';

interface ErrorLineProps {
  readonly children: ReactNode;
  /** Suggested action, on its own line. */
  readonly hint?: ReactNode;
  /** For support, in small print at the end. */
  readonly requestId?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** Error at its location, announced by screen readers when it appears. */
export function ErrorLine({ children, hint, requestId, onRetry }: ErrorLineProps) {
  return (
    <div role="alert" className={styles['error']}>
      <IconAlertCircle size={18} stroke={1.6} aria-hidden="true" className={styles['icon']} />
      <div className={styles['words']}>
        <p>{children}</p>
        {hint && <p className={styles['hint']}>{hint}</p>}
        {requestId && <p className={styles['hint']}>Reference for support: {requestId}</p>}
      </div>
      {onRetry && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
