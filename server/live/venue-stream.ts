/** Tonight of one venue, and the streams that show it. */
import { isDeepStrictEqual } from 'node:util';
import {
  cursorText,
  mostMissed,
  mostMissedMs,
  missedBetween,
  type StreamCursor,
} from '../../rules/live/stream-cursor.ts';
import { EventStream, eventText } from '../shared/event-stream.ts';
import { cursorOf, type LiveBatch, type LiveNight } from './live-night.ts';
import {
  type LiveDeps,
  type LivePlace,
  readLiveAlerts,
  readOpenCases,
  readSlowParts,
} from './read-slow-parts.ts';
import { readLiveBatch, readLiveNight, readMissed } from './read-live-night.ts';

/** An event before it is encoded. */
interface NamedEvent<Data> {
  name: string;
  id: string;
  data: Data;
}

/** Turns states and changes of a night into the texts of its streams. */
export interface LiveTexts {
  /** JSON of the whole night, as the response of the endpoint. */
  night(live: LiveNight, seesMoney: boolean): string;
  batch(batch: LiveBatch): EncodedEvent[];
  /** Events of the parts that differ. */
  slow(before: LiveNight, after: LiveNight, id: string): EncodedEvent[];
  alerts(live: LiveNight, id: string): EncodedEvent[];
}

/** An event whose data is encoded when it is first needed. */
export type EncodedEvent = NamedEvent<(seesMoney: boolean) => string>;

/** Who reads a stream. */
export interface Viewer {
  stream: EventStream;
  seesMoney: boolean;
}

/** A slower reader gets the night anew. */
const mostQueued = 500;

/** Computed so often at most, for all streams together; less often where nothing has changed. */
const slowEveryMs = 20_000;
const quietEveryMs = 60_000;

export class VenueStream {
  readonly place: LivePlace;
  readonly #deps: LiveDeps;
  readonly #texts: LiveTexts;
  readonly #viewers = new Set<Viewer>();
  #live: LiveNight | null = null;
  #reading: Promise<void> | null = null;
  /** By what is seen, of the present state. */
  #snapshots = new Map<boolean, string>();
  #slowAtMs = 0;
  /** Since then. */
  #hasChanged = false;
  usedAtMs = performance.now();

  constructor(place: LivePlace, deps: LiveDeps, texts: LiveTexts) {
    this.place = place;
    this.#deps = deps;
    this.#texts = texts;
  }

  get viewers(): ReadonlySet<Viewer> {
    return this.#viewers;
  }

  /** True where these last numbers are not those that the streams have been sent. */
  isBehind(latestNumbers: ReadonlyMap<string, number>, nowMs: number): boolean {
    if (this.#live === null) return false;
    if (nowMs >= this.#live.night.endMs) return true;
    for (const [unitId, number] of latestNumbers)
      if (this.#live.latestNumbers.get(unitId)?.number !== number) return true;
    return false;
  }

  /** True where the alerts of the venue are not those that the streams have been sent. */
  hasOtherAlerts(version: number): boolean {
    return this.#live !== null && this.#live.alerts.version !== version;
  }

  /** Reads and sends the alerts of the venue, and its failed pours, which are marked as seen by their alerts. */
  async refreshAlerts(): Promise<void> {
    const { db, now } = this.#deps;
    const asOf = now();
    const { venueId } = this.place;
    const alerts = await readLiveAlerts(db, venueId, asOf);
    const cases = await readOpenCases(db, venueId, asOf);
    if (this.#live === null) return;
    this.#set({ ...this.#live, alerts, cases });
    this.#send(this.#texts.alerts(this.#known(), this.#cursor()));
  }

  isSlowDue(): boolean {
    const everyMs = this.#hasChanged ? slowEveryMs : quietEveryMs;
    return this.#live !== null && performance.now() - this.#slowAtMs >= everyMs;
  }

  /** Reads what has changed, and sends it. Those who ask meanwhile wait for the next reading, which includes it. */
  async catchUp(): Promise<void> {
    const running = this.#reading;
    if (running) await running.catch(() => undefined);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const before = this.#live;
    const batch = before && (await readLiveBatch(this.#deps, this.place, before));
    if (batch) {
      if (batch.changes.length === 0) return;
      this.#hasChanged = true;
      this.#set(batch.after);
      this.#send(this.#texts.batch(batch));
      return;
    }
    this.#set(await readLiveNight(this.#deps, this.place));
    this.#slowAtMs = performance.now();
    for (const { stream } of this.#viewers) stream.startAgain();
  }

  /** Computes what changes with time, and sends what differs. */
  async refresh(): Promise<void> {
    // The end of the night and the clock of the venue may have been changed, which is in no change log.
    await this.catchUp();
    const before = this.#live;
    if (before === null) return;
    this.#slowAtMs = performance.now();
    this.#hasChanged = false;
    const slow = await readSlowParts(this.#deps, this.place, before);
    // The night may have been read anew meanwhile.
    const present = this.#live;
    if (present === null || !isDeepStrictEqual(present.night, before.night)) return;
    this.#set({ ...present, slow });
    this.#send(this.#texts.slow({ ...present, slow: before.slow }, this.#known(), this.#cursor()));
  }

  /** The night as JSON. */
  snapshot(seesMoney: boolean): string {
    const known = this.#snapshots.get(seesMoney);
    if (known !== undefined) return known;
    const made = this.#texts.night(this.#known(), seesMoney);
    this.#snapshots.set(seesMoney, made);
    return made;
  }

  /** Begins a stream: with the night, or with what was missed since an earlier position. */
  async watch(seesMoney: boolean, after: StreamCursor | null): Promise<Viewer> {
    const restart = (): string => this.#snapshotEvent(seesMoney);
    const stream = new EventStream({ mostQueued, restart });
    const viewer: Viewer = { stream, seesMoney };
    // What happens while it is read waits in the stream, behind what was missed.
    this.#viewers.add(viewer);
    stream.body.once('close', () => {
      this.#viewers.delete(viewer);
      this.usedAtMs = performance.now();
    });
    try {
      const missed = after && (await this.#missed(after));
      if (missed) {
        const alerts = this.#texts.alerts(missed.after, this.#cursor());
        const events = [...this.#texts.batch(missed), ...alerts];
        stream.sendFirst(`:\n\n${textOf(events, seesMoney)}`, events.length);
      } else {
        stream.startAgain();
      }
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    return viewer;
  }

  /** What a client has missed since a position; null where it begins anew. */
  async #missed(after: StreamCursor): Promise<LiveBatch | null> {
    const live = this.#known();
    const present = cursorOf(live);
    if (present.day !== after.day || missedBetween(after, present) > mostMissed) return null;
    const missed = await readMissed(this.#deps, this.place, after, live);
    if (missed === null) return null;
    const [oldest] = missed.changes.map(({ at }) => at.getTime()).sort((a, b) => a - b);
    const isLong = oldest !== undefined && live.asOf.getTime() - oldest > mostMissedMs;
    return isLong ? null : missed;
  }

  #known(): LiveNight {
    if (this.#live === null) throw new Error('The night of the venue is not read yet');
    return this.#live;
  }

  #cursor = (): string => cursorText(cursorOf(this.#known()));

  #set(live: LiveNight): void {
    this.#live = live;
    this.#snapshots = new Map();
  }

  #send(events: readonly EncodedEvent[]): void {
    const texts = new Map<boolean, string>();
    for (const { stream, seesMoney } of this.#viewers) {
      const text = texts.get(seesMoney) ?? textOf(events, seesMoney);
      texts.set(seesMoney, text);
      stream.send(text, events.length);
    }
  }

  #snapshotEvent = (seesMoney: boolean): string =>
    eventText({ name: 'snapshot', id: this.#cursor(), data: this.snapshot(seesMoney) });
}

const textOf = (events: readonly EncodedEvent[], seesMoney: boolean): string =>
  events.map(({ name, id, data }) => eventText({ name, id, data: data(seesMoney) })).join('');
