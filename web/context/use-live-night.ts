/** Tonight of a venue as it happens, shared by all tabs of the browser. */
import { useEffect, useState } from 'react';
import type { LiveNight, LiveView } from '../api/live-connection.ts';
import type { LoadState } from '../ui/load-state.tsx';

const noView: LiveView = {
  night: null,
  status: 'connecting',
  atMs: 0,
  position: '',
  problem: null,
};

interface FollowedNight {
  readonly view: LiveView;
  readonly state: LoadState<LiveNight>;
}

/**
 * @param timezone IANA name, of a venue without a clock
 * @param venues which the venue is one of
 */
export function useLiveNight(
  venueId: string | undefined,
  timezone: string,
  venues: LoadState<unknown>,
): FollowedNight {
  const [attempt, setAttempt] = useState(0);
  const key = `${venueId} ${timezone} ${attempt}`;
  const [shown, setShown] = useState({ key, view: noView });
  useEffect(() => {
    if (venueId === undefined) return undefined;
    const leaving = new AbortController();
    const follow = async () => {
      const { shareNight } = await import('../api/live-shared.ts');
      if (leaving.signal.aborted) return;
      shareNight({ venueId, timezone }, leaving.signal, (view) => setShown({ key, view }));
    };
    void follow();
    return () => leaving.abort();
  }, [key, venueId, timezone]);
  // Of another venue nothing is shown.
  const view = shown.key === key ? shown.view : noView;
  const retry = () => setAttempt((before) => before + 1);
  return { view, state: stateOf(view, venues, retry) };
}

/** A night that was received stays: the screen says since when it has no contact. */
function stateOf(
  { night, status, problem }: LiveView,
  venues: LoadState<unknown>,
  retry: () => void,
): LoadState<LiveNight> {
  const known = { isRefreshing: false, failures: [] };
  if (night) return { state: 'data', data: night, ...known };
  if (venues.state === 'failed' || venues.state === 'pending') return venues;
  if (venues.state === 'empty') return { state: 'empty', ...known };
  if (status !== 'lost') return { state: 'pending' };
  return { state: 'failed', failures: [{ what: 'live night', error: problem, retry }] };
}
