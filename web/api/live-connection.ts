/**
 * The stream of a venue: reads it, reconnects when it is cut, and polls where a proxy does not pass streams on. Loaded
 * when it is first used.
 */
import type { z } from 'zod';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { liveEvent } from '../../contract/live.ts';
import { ApiError, errorMessage } from './api-error.ts';
import { api, openResponse } from './client.ts';

/**
 * - connecting: nothing has arrived yet
 * - live: the stream is open
 * - polling: the night is read every 15 seconds
 * - lost: what is shown is that of `atMs`
 * - refused: the wall display has no access any more
 */
export type LiveStatus = 'connecting' | 'live' | 'polling' | 'lost' | 'refused';

export interface LiveView {
  readonly night: LiveNight | null;
  readonly status: LiveStatus;
  /** Epoch milliseconds of the last contact with the server; 0 before the first. */
  readonly atMs: number;
  /** Position in the change logs of the venue; empty before the first event. */
  readonly position: string;
  readonly problem: string | null;
}

export const noView: LiveView = {
  night: null,
  status: 'connecting',
  atMs: 0,
  position: '',
  problem: null,
};

/** A venue for the session, or the venue of a wall display for its key. */
export type Source = {
  /** IANA name, of a venue without a clock. */
  readonly timezone: string;
} & ({ readonly venueId: string } | { readonly key: string });

/** At most four times a second. */
const leastPauseMs = 250;
/** The server sends at least a comment every 15 seconds. */
const mostSilenceMs = 35_000;
/** On a wall display, where nothing else shows that it stands still. */
const mostSilenceOnWallMs = 20_000;
/** A stream whose snapshot has not arrived by then is held back by a proxy. */
const firstEventMs = 10_000;
const pollMs = 15_000;
const longestRetryMs = 30_000;
/** Polls until the stream is tried again. */
const pollsBeforeStream = 20;

/** Waits until the time is over, the browser is online again, or the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      globalThis.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    globalThis.addEventListener('online', end);
  });

/** Follows a venue until the signal aborts; each view is passed on, at most four a second. */
export async function followNight(
  source: Source,
  signal: AbortSignal,
  show: (view: LiveView) => void,
): Promise<void> {
  let view = noView;
  let lastId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownAtMs = 0;
  const showNow = () => {
    timer = undefined;
    shownAtMs = performance.now();
    if (!signal.aborted) show(view);
  };
  const set = (next: Partial<LiveView>) => {
    const isUrgent = next.status !== undefined && next.status !== view.status;
    view = { ...view, ...next };
    const waitMs = isUrgent ? 0 : Math.max(0, leastPauseMs - (performance.now() - shownAtMs));
    if (isUrgent) clearTimeout(timer);
    if (isUrgent || timer === undefined) timer = setTimeout(showNow, waitMs);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));

  const isWall = 'key' in source;
  const silenceMs = isWall ? mostSilenceOnWallMs : mostSilenceMs;
  const query = { timezone: source.timezone };
  const fail = (error: unknown) => {
    const isRefused = isWall && error instanceof ApiError && error.status === 401;
    set({ status: isRefused ? 'refused' : 'lost', problem: errorMessage(error) });
  };
  const open = (
    headers: { accept: string; 'last-event-id': string | undefined },
    cut: AbortSignal,
  ) =>
    isWall
      ? openResponse('getWallNight', { query, headers, key: source.key, signal: cut })
      : openResponse('getLiveNight', {
          params: { venueId: source.venueId },
          query,
          headers,
          signal: cut,
        });
  const readOnce = () =>
    isWall
      ? api.getWallNight({ query, headers: {}, key: source.key, signal })
      : api.getLiveNight({ params: { venueId: source.venueId }, query, headers: {}, signal });

  /** Reads one stream to its end; false where no event of it has arrived in time. */
  const readStream = async (): Promise<boolean> => {
    const cut = new AbortController();
    const stop = () => cut.abort();
    signal.addEventListener('abort', stop);
    globalThis.addEventListener('offline', stop);
    let watchdog = setTimeout(stop, firstEventMs);
    let hasArrived = false;
    try {
      const headers = { accept: 'text/event-stream', 'last-event-id': lastId || undefined };
      const response = await open(headers, cut.signal);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const parse = eventReader();
      for (;;) {
        const piece = await reader?.read();
        if (!piece || piece.done) return true;
        clearTimeout(watchdog);
        watchdog = setTimeout(stop, silenceMs);
        hasArrived = true;
        const events = parse(piece.value);
        let { night } = view;
        for (const event of events) {
          night = afterEvent(night, event);
          lastId = event.id;
        }
        const position = lastId === '' ? view.position : lastId;
        set({ night, status: 'live', atMs: Date.now(), position, problem: null });
      }
    } catch (error) {
      if (signal.aborted) return true;
      // Without a network, a stream that does not begin says nothing about proxies.
      if (cut.signal.aborted) return hasArrived || !navigator.onLine;
      fail(error);
      return true;
    } finally {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', stop);
      globalThis.removeEventListener('offline', stop);
    }
  };

  const poll = async (): Promise<void> => {
    lastId = '';
    for (let nth = 0; nth < pollsBeforeStream && !signal.aborted; nth += 1) {
      try {
        const night = await readOnce();
        set({ night, status: 'polling', atMs: Date.now(), problem: null });
      } catch (error) {
        if (!signal.aborted) fail(error);
        if (view.status === 'refused') return;
      }
      await pause(pollMs, signal);
    }
  };

  let retryMs = 1000;
  while (!signal.aborted) {
    const before = view.atMs;
    if (!(await readStream())) await poll();
    if (signal.aborted || view.status === 'refused') break;
    if (view.atMs > before) retryMs = 1000;
    if (view.night !== null) set({ status: 'lost' });
    await pause(retryMs, signal);
    retryMs = Math.min(2 * retryMs, longestRetryMs);
  }
}

// Tonight of a venue as its stream shows it: server-sent events, and the state that they add up to.

export type LiveNight = EndpointResponse<'getLiveNight'>;
export type LiveSale = LiveNight['sales'][number];
export type CurvePoint = LiveNight['curve'][number];
type LiveChange = z.output<typeof liveEvent>;

/** Sales that are kept, as many as a snapshot has. */
const shownSales = 20;

export interface StreamEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Splits a text that arrives in pieces into events; comments are left out. */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const fields = new Map(
        block.split('\n').map((line) => {
          const at = line.indexOf(':');
          return [line.slice(0, at), line.slice(at + 1).trim()] as const;
        }),
      );
      const data = fields.get('data');
      if (data === undefined) return [];
      return [{ name: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data }];
    });
  };
}

/** The night after an event; null before the first snapshot. */
export function afterEvent(night: LiveNight | null, { name, data }: StreamEvent): LiveNight | null {
  if (name === 'snapshot') {
    const snapshot: LiveNight = JSON.parse(data);
    return snapshot;
  }
  if (night === null) return null;
  const {
    unitNumber: _unit,
    number: _number,
    sale,
    curve,
    ...parts
  }: LiveChange = JSON.parse(data);
  return Object.assign(
    {},
    night,
    parts,
    sale && { sales: withSale(night.sales, sale) },
    curve && { curve: withEnd(night.curve, curve) },
  );
}

/** A sale replaces the one with its id. */
function withSale(sales: readonly LiveSale[], sale: LiveSale): LiveSale[] {
  return [sale, ...sales.filter(({ id }) => id !== sale.id)]
    .sort((a, b) => Date.parse(b.soldAt) - Date.parse(a.soldAt) || (a.id < b.id ? 1 : -1))
    .slice(0, shownSales);
}

/** The end replaces all points from the minute of its first on. */
function withEnd(curve: readonly CurvePoint[], end: readonly CurvePoint[]): CurvePoint[] {
  const [first] = end;
  if (!first) return [...curve];
  return [...curve.filter(({ minute }) => minute < first.minute), ...end];
}
