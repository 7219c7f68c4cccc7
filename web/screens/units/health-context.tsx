import type { ReactNode } from 'react';
import { ContextLine, Refreshed } from '../../components/context-line.tsx';
import type { ShownHealth } from './use-health.ts';

interface HealthContextProps {
  readonly shown: ShownHealth;
  /** Takes two lines on phones. */
  readonly long?: boolean;
  readonly children: ReactNode;
}

/** What a screen is of, and the time of its states. */
export function HealthContext({ shown, long = false, children }: HealthContextProps) {
  const { health, timezone, problem } = shown;
  return (
    <ContextLine long={long}>
      {children}
      {health && <Refreshed ms={Date.parse(health.asOf)} timezone={timezone} problem={problem} />}
    </ContextLine>
  );
}
