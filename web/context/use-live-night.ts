/** Tonight of a venue as it happens, shared by all tabs of the browser. */
import { useEffect, useState } from 'react';
import type { LiveView } from '../api/live-connection.ts';

const noView: LiveView = {
  night: null,
  status: 'connecting',
  atMs: 0,
  position: '',
  problem: null,
};

/** @param timezone IANA name, of a venue without a clock */
export function useLiveNight(venueId: string | undefined, timezone: string): LiveView {
  const key = `${venueId} ${timezone}`;
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
  return shown.key === key ? shown.view : noView;
}
