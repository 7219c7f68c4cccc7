/** Detects when the machine of a database vanishes from the network, which no operating system reports in time. */
import { connect, Socket } from 'node:net';

const checkIntervalMs = 250;
/**
 * Consecutive checks without received data. Counts checks, so that a process that was itself blocked does not report a
 * false alarm.
 */
const mostQuiet = 4;

/** A pool of connections to the server. */
interface Watched {
  /** True while a response is expected on one of its connections. */
  readonly isPending: boolean;
  /** Queries the server on an open connection without a query; null when the pool has none. */
  ask(): Promise<unknown> | null;
  /** Rejects everything that waits for a connection. */
  rejectWaiting(error: Error): void;
}

/**
 * Watches the pools of one server. While queries are pending and no byte arrives on any connection, queries the server
 * on an open connection that is free, and probes it on a new one. If none of these gets a response within a second
 * either, all pending queries fail, and new ones fail at once until the server responds again. A server that is only
 * slow responds on one of them: a busy one may take long to accept a connection, while those that are open work.
 */
export class ServerWatch {
  readonly #place: { host: string; port: number };
  readonly #pools = new Set<Watched>();
  /** Sockets from before connecting until closed, with the bytes each had received at the last check. */
  readonly #sockets = new Map<Socket, number>();
  readonly #timer: NodeJS.Timeout;
  #isSilent = false;
  #isAsking = false;
  #hasResponse = false;
  #quiet = 0;

  constructor(place: { host: string; port: number }) {
    this.#place = place;
    this.#timer = setInterval(() => this.#look(), checkIntervalMs).unref();
  }

  /** True while the server does not respond. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  add(pool: Watched): void {
    this.#pools.add(pool);
  }

  remove(pool: Watched): void {
    this.#pools.delete(pool);
    if (this.#pools.size === 0) clearInterval(this.#timer);
  }

  /** A socket that is tracked from creation, and that does not connect while the server is silent. */
  openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.set(socket, 0);
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#isSilent) process.nextTick(() => socket.destroy(silence()));
    return socket;
  }

  #look(): void {
    const isPending = [...this.#pools].some((pool) => pool.isPending);
    if (this.#hasActivity() || !(isPending || this.#isSilent)) {
      this.#quiet = 0;
      this.#isSilent = false;
      return;
    }
    this.#quiet += 1;
    if (this.#quiet >= mostQuiet && !this.#isSilent) this.#giveUp();
    if (!this.#isSilent) this.#ask();
    probeServer(this.#place, mostQuiet * checkIntervalMs, () => {
      this.#hasResponse = true;
      this.#isSilent = false;
    });
  }

  /** True when data arrived since the last check. */
  #hasActivity(): boolean {
    let hasActivity = this.#hasResponse;
    this.#hasResponse = false;
    for (const [socket, before] of this.#sockets) {
      if (socket.bytesRead > before) hasActivity = true;
      this.#sockets.set(socket, socket.bytesRead);
    }
    return hasActivity;
  }

  /** The response counts as data of its connection. */
  #ask(): void {
    if (this.#isAsking) return;
    for (const pool of this.#pools) {
      const asked = pool.ask();
      if (asked === null) continue;
      this.#isAsking = true;
      const settled = (): void => {
        this.#isAsking = false;
      };
      asked.then(settled, settled);
      return;
    }
  }

  #giveUp(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets.keys()) socket.destroy(silence());
    for (const pool of this.#pools) pool.rejectWaiting(silence());
  }
}

/** Carries PostgreSQL's code for a connection failure. */
export const silence = (): Error =>
  Object.assign(new Error('The database does not respond'), { code: '08006' });

/**
 * SSLRequest, which a client may send before anything else. Servers and poolers respond to it at once, without
 * authentication.
 */
const mayWeEncrypt = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * Probes a PostgreSQL server on a separate connection. Any response, or a closed connection, proves that it is alive.
 */
function probeServer(
  { host, port }: { host: string; port: number },
  patienceMs: number,
  onResponse: () => void,
): void {
  const socket = connect(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  let isTaken = false;
  const giveUp = setTimeout(() => socket.destroy(), patienceMs).unref();
  const responded = (): void => {
    if (isTaken) onResponse();
    socket.destroy();
  };
  socket.once('connect', () => {
    isTaken = true;
    socket.write(mayWeEncrypt);
  });
  socket.once('data', responded);
  socket.once('end', responded);
  socket.on('error', responded);
  socket.once('close', () => clearTimeout(giveUp));
  socket.unref();
}
