import { ContextLine, Refreshed, VenueName } from '../../components/context-line.tsx';
import type { ShownOverview } from './use-overview.ts';

interface DashboardContextProps {
  readonly shown: ShownOverview;
  /** IANA name. */
  readonly timezone: string;
}

/** Venue and time of the figures. */
export function DashboardContext({ shown, timezone }: DashboardContextProps) {
  const { overview, asOfMs, problem } = shown;
  return (
    <ContextLine>
      <VenueName />
      {overview && <Refreshed ms={asOfMs} timezone={timezone} problem={problem} />}
    </ContextLine>
  );
}
