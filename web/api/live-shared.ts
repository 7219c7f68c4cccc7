/**
 * One stream per browser: of the tabs that show a venue, the one that holds a lock reads its stream, and passes each view
 * on to the others, since HTTP/1.1 gives a browser six connections. When it is closed, the next one takes over.
 */
import { actingHeaders } from '../session/acting.ts';
import { ownerHeaders } from '../session/membership.ts';
import { previewHeaders } from '../session/preview.ts';
import { currentSession } from '../session/session.ts';
import { followNight, type LiveView } from './live-connection.ts';

interface Source {
  readonly venueId: string;
  /** IANA name, of a venue without a clock. */
  readonly timezone: string;
}

const ownerHeadersNow = (): Record<string, string> => {
  const session = currentSession();
  return session ? ownerHeaders(session.claims) : {};
};

/** Tabs share a stream when they show the same venue to the same account in the same role. */
const nameOf = ({ venueId, timezone }: Source): string =>
  JSON.stringify([
    'live',
    venueId,
    timezone,
    currentSession()?.claims.email,
    ownerHeadersNow(),
    actingHeaders(),
    previewHeaders(),
  ]);

/** Follows a venue until the signal aborts, with the stream of another tab where there is one. */
export function shareNight(
  source: Source,
  signal: AbortSignal,
  show: (view: LiveView) => void,
): void {
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  if (!locks || !('BroadcastChannel' in globalThis)) {
    // Without a secure connection, browsers have no locks.
    void followNight(source, signal, show);
    return;
  }
  const name = nameOf(source);
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const post = (message: LiveView | 'hello') => channel.postMessage(message);
  let last: LiveView | null = null;
  let isLeader = false;
  channel.addEventListener('message', ({ data }: MessageEvent<LiveView | 'hello'>) => {
    if (data === 'hello') {
      if (isLeader && last) post(last);
    } else if (!isLeader && !signal.aborted) {
      show(data);
    }
  });
  post('hello');
  signal.addEventListener('abort', () => channel.close());
  const lead = async () => {
    isLeader = true;
    await followNight(source, signal, (view) => {
      last = view;
      post(view);
      show(view);
    });
  };
  locks.request(name, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
