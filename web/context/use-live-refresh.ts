/** Figures and levels of a venue that move by themselves. */
import { useEffect } from 'react';
import { guessedTimezone } from '../components/timezone-choice.ts';
import { may } from '../session/permissions.ts';

/** After the screen has loaded; who only passes through opens no stream. */
const startAfterMs = 5000;

/** Refreshes what is shown of the venue when it sells, for those who may follow the night live. */
export function useLiveRefresh(venueId: string | undefined, afterMs = startAfterMs): void {
  const mayFollow = may('live.read');
  useEffect(() => {
    if (venueId === undefined || !mayFollow) return undefined;
    const leaving = new AbortController();
    const follow = async () => {
      const [{ shareNight }, { refreshVenue }, { refreshAlerts }] = await Promise.all([
        import('../api/live-shared.ts'),
        import('../api/live-refresh.ts'),
        import('../api/alerts.ts'),
      ]);
      const { signal } = leaving;
      if (signal.aborted) return;
      const moved = refreshVenue(venueId, signal);
      const { timezone } = guessedTimezone();
      let version: number | undefined;
      shareNight({ venueId, timezone }, signal, ({ position, night }) => {
        moved(position);
        if (!night || night.alerts.version === version) return;
        version = night.alerts.version;
        refreshAlerts(venueId);
      });
    };
    // What could not be loaded is polled.
    const timer = setTimeout(() => void follow().catch(() => undefined), afterMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [venueId, mayFollow, afterMs]);
}
