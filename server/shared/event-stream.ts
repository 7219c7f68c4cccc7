import { Readable } from 'node:stream';

interface Queued {
  text: string;
  /** Number of events in the text. */
  events: number;
}

interface EventStreamOptions {
  /** Most events that wait for a slow reader; with more, they are dropped. */
  mostQueued: number;
  /** Returns the text that a reader gets in place of the events that were dropped for it. */
  restart: () => string;
}

/** One event of a stream: server-sent events, HTML Standard, section 9.2. */
export const eventText = (event: { name: string; id: string; data: string }): string =>
  `event: ${event.name}\nid: ${event.id}\ndata: ${event.data}\n\n`;

/** A response that goes on: a stream of events, which waits for its reader with a queue of limited length. */
export class EventStream {
  readonly body: Readable;
  readonly #mostQueued: number;
  readonly #restart: () => string;
  #queue: Queued[] = [];
  #queued = 0;
  #isReading = false;
  #hasDropped = false;

  constructor({ mostQueued, restart }: EventStreamOptions) {
    this.#mostQueued = mostQueued;
    this.#restart = restart;
    this.body = new Readable({ read: () => this.#resume() });
  }

  /** Sends events, or queues them for a reader that is slow. */
  send(text: string, events: number): void {
    if (this.body.destroyed || this.#hasDropped || text === '') return;
    if (this.#isReading) {
      this.#isReading = this.body.push(text);
      return;
    }
    this.#queue.push({ text, events });
    this.#queued += events;
    if (this.#queued > this.#mostQueued) {
      this.#clear();
      this.#hasDropped = true;
    }
  }

  /** Sends events before those that wait, to a reader that has not begun. */
  sendFirst(text: string, events: number): void {
    if (this.#hasDropped) return;
    this.#queue.unshift({ text, events });
    this.#queued += events;
  }

  /** Replaces what waits by a text that contains it. */
  startAgain(): void {
    this.#clear();
    this.#hasDropped = true;
    if (this.#isReading) this.#resume();
  }

  /** Keeps the connection open while nothing happens; not needed where something waits. */
  keepAlive(): void {
    if (this.#isReading && !this.body.destroyed) this.#isReading = this.body.push(':\n\n');
  }

  end(): void {
    this.#clear();
    if (!this.body.destroyed) this.body.push(null);
  }

  #clear(): void {
    this.#queue = [];
    this.#queued = 0;
  }

  #resume(): void {
    this.#isReading = true;
    if (this.#hasDropped) {
      this.#hasDropped = false;
      this.#isReading = this.body.push(this.#restart());
    }
    while (this.#isReading) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#queued -= next.events;
      this.#isReading = this.body.push(next.text);
    }
  }
}
