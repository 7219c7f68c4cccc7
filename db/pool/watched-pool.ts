/**
 * Connection pool that detects when the machine of its database vanishes from the network, which no operating system
 * reports in time.
 */
import { Socket } from 'node:net';
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { callOut } from './probe-server.ts';

const lookEveryMs = 250;
/**
 * Consecutive checks without received data. Counts checks, so that a process that was itself blocked does not report a
 * false alarm.
 */
const mostQuiet = 4;

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

interface Heard {
  isSilent: boolean;
  /** Clients from before connecting until closed, with the bytes each had received at the last check. */
  clients: Map<Client, number>;
}

/**
 * While queries are pending and no byte arrives, probes the server on a separate connection. If the probe gets no
 * response within a second either, all pending queries fail, and new ones fail at once until the server responds
 * again. A server that is only slow responds to the probe.
 */
export class WatchedPool extends Pool {
  readonly #place: { host: string; port: number };
  readonly #heard: Heard;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #timer: NodeJS.Timeout;
  #isAnswered = false;
  #quiet = 0;

  constructor(config: PoolConfig) {
    const heard: Heard = { isSilent: false, clients: new Map() };
    super({ ...config, Client: watchedClient(heard) });
    const { host, port } = new Client(config);
    this.#place = { host, port };
    this.#heard = heard;
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | undefined {
    if (connected === undefined) return this.#connectUnlessSilent();
    if (this.#heard.isSilent) connected(silence(), undefined, () => undefined);
    else super.connect(connected);
    return undefined;
  }

  override async end(): Promise<void> {
    clearInterval(this.#timer);
    await super.end();
  }

  async #connectUnlessSilent(): Promise<PoolClient> {
    if (this.#heard.isSilent) throw silence();
    const connecting = super.connect();
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const isAwaited = (): boolean => this.#waiting.delete(reject);
      connecting.then(
        (client) => (isAwaited() ? resolve(client) : client.release()),
        (error: unknown) => (isAwaited() ? reject(error) : undefined),
      );
    });
  }

  #look(): void {
    const isAsked = this.totalCount > this.idleCount || this.waitingCount > 0;
    if (this.#isHeard() || !(isAsked || this.#heard.isSilent)) {
      this.#quiet = 0;
      this.#heard.isSilent = false;
      return;
    }
    this.#quiet += 1;
    if (this.#quiet >= mostQuiet && !this.#heard.isSilent) this.#giveUp();
    callOut(this.#place, mostQuiet * lookEveryMs, () => {
      this.#isAnswered = true;
      this.#heard.isSilent = false;
    });
  }

  /** True when data arrived since the last check. */
  #isHeard(): boolean {
    let isHeard = this.#isAnswered;
    this.#isAnswered = false;
    for (const [client, before] of this.#heard.clients) {
      const bytesRead = bytesReadBy(client);
      if (bytesRead > before) isHeard = true;
      this.#heard.clients.set(client, bytesRead);
    }
    return isHeard;
  }

  #giveUp(): void {
    this.#heard.isSilent = true;
    for (const client of this.#heard.clients.keys()) client.connection.stream.destroy(silence());
    for (const reject of this.#waiting) reject(silence());
    this.#waiting.clear();
  }
}

/** Clients that are tracked from creation and do not connect while the server is silent. */
function watchedClient(heard: Heard): new () => Client {
  class WatchedClient extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      heard.clients.set(this, 0);
      this.once('end', () => heard.clients.delete(this));
    }

    override connect(): Promise<Client>;
    override connect(connected: (error: Error) => void): void;
    override connect(connected?: (error: Error) => void): Promise<Client> | undefined {
      if (connected === undefined) return super.connect();
      if (!heard.isSilent) {
        super.connect(connected);
        return undefined;
      }
      heard.clients.delete(this);
      setImmediate(connected, silence());
      return undefined;
    }
  }
  return WatchedClient;
}

const bytesReadBy = ({ connection: { stream } }: Client): number =>
  stream instanceof Socket ? stream.bytesRead : 0;

/** Carries PostgreSQL's code for a connection failure. */
const silence = (): Error =>
  Object.assign(new Error('The database has fallen silent'), { code: '08006' });
