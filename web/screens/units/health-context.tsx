import type { ReactNode } from 'react';
import { AsOf, ContextLine } from '../../components/context-line.tsx';
import type { ShownHealth } from './use-health.ts';
import styles from './units-screen.module.css';

interface HealthContextProps {
  readonly shown: ShownHealth;
  /** Takes two lines on phones. */
  readonly long?: boolean;
  readonly children: ReactNode;
}

/** What a screen is of, and the time of its states. A failed refresh is shown here, without layout shift. */
export function HealthContext({ shown, long = false, children }: HealthContextProps) {
  const { health, timezone, problem } = shown;
  return (
    <ContextLine long={long}>
      {children}
      {health && (
        <>
          {' · '}
          <AsOf ms={Date.parse(health.asOf)} timezone={timezone} />
          {problem !== null && (
            <span role="alert" className={styles['problem']}>
              {' · '}Not refreshed: {problem}
            </span>
          )}
        </>
      )}
    </ContextLine>
  );
}
