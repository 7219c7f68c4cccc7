/**
 * Connection pool that detects when the machine of its database vanishes from the network, which no operating system
 * reports in time.
 */
import { Socket } from 'node:net';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { probeServer } from './probe-server.ts';

const checkIntervalMs = 250;
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

interface Activity {
  isSilent: boolean;
  /** Sockets from before connecting until closed, with the bytes each had received at the last check. */
  sockets: Map<Socket, number>;
}

/**
 * While queries are pending and no byte arrives, probes the server on a separate connection. If the probe gets no
 * response within a second either, all pending queries fail, and new ones fail at once until the server responds
 * again. A server that is only slow responds to the probe.
 */
export class WatchedPool extends Pool {
  readonly #place: { host: string; port: number };
  readonly #activity: Activity;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #timer: NodeJS.Timeout;
  readonly #clients = new Set<PoolClient>();
  #hasResponse = false;
  #quiet = 0;

  constructor(config: PoolConfig) {
    const activity: Activity = { isSilent: false, sockets: new Map() };
    super({ ...config, stream: () => openSocket(activity) });
    const { host, port } = new Client(config);
    this.#place = { host, port };
    this.#activity = activity;
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client));
    this.#timer = setInterval(() => this.#look(), checkIntervalMs).unref();
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | undefined {
    if (connected === undefined) return this.#connectUnlessSilent();
    if (this.#activity.isSilent) connected(silence(), undefined, () => undefined);
    else super.connect(connected);
    return undefined;
  }

  override async end(): Promise<void> {
    clearInterval(this.#timer);
    await super.end();
  }

  async #connectUnlessSilent(): Promise<PoolClient> {
    if (this.#activity.isSilent) throw silence();
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
    const isPending =
      this.totalCount > this.idleCount + this.listeningCount || this.waitingCount > 0;
    if (this.#hasActivity() || !(isPending || this.#activity.isSilent)) {
      this.#quiet = 0;
      this.#activity.isSilent = false;
      return;
    }
    this.#quiet += 1;
    if (this.#quiet >= mostQuiet && !this.#activity.isSilent) this.#giveUp();
    probeServer(this.#place, mostQuiet * checkIntervalMs, () => {
      this.#hasResponse = true;
      this.#activity.isSilent = false;
    });
  }

  /** Connections that are checked out to wait for notifications, and from which nothing is expected. */
  get listeningCount(): number {
    return [...this.#clients].filter((client) => client.listenerCount('notification') > 0).length;
  }

  /** True when data arrived since the last check. */
  #hasActivity(): boolean {
    let hasActivity = this.#hasResponse;
    this.#hasResponse = false;
    for (const [socket, before] of this.#activity.sockets) {
      if (socket.bytesRead > before) hasActivity = true;
      this.#activity.sockets.set(socket, socket.bytesRead);
    }
    return hasActivity;
  }

  #giveUp(): void {
    this.#activity.isSilent = true;
    for (const socket of this.#activity.sockets.keys()) socket.destroy(silence());
    for (const reject of this.#waiting) reject(silence());
    this.#waiting.clear();
  }
}

/** A socket that is tracked from creation, and that does not connect while the server is silent. */
function openSocket({ isSilent, sockets }: Activity): Socket {
  const socket = new Socket();
  sockets.set(socket, 0);
  socket.once('close', () => sockets.delete(socket));
  if (isSilent) process.nextTick(() => socket.destroy(silence()));
  return socket;
}

/** Carries PostgreSQL's code for a connection failure. */
const silence = (): Error =>
  Object.assign(new Error('The database does not respond'), { code: '08006' });
