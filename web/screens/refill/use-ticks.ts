import { recordedRefills, type Refill, waitingRefills } from '../../api/refill-queue.ts';
import { useSession } from '../../session/session.ts';
import { useSharedValue } from '../../ui/shared-value.ts';

export interface Ticks {
  /** Of this account at the venue, not sent yet, oldest first. */
  readonly waiting: readonly Refill[];
  /** Recorded since the page was loaded. */
  readonly recorded: readonly Refill[];
}

/** Refills that were ticked. */
export function useTicks(venueId: string): Ticks {
  const userId = useSession()?.claims.sub ?? '';
  const all = useSharedValue(waitingRefills);
  const recorded = useSharedValue(recordedRefills);
  const isHere = (refill: Refill): boolean =>
    refill.venueId === venueId && refill.userId === userId;
  return { waiting: all.filter(isHere), recorded: recorded.filter(isHere) };
}
