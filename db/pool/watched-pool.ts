/** Connection pool whose queries fail soon when the machine of its database has vanished from the network. */
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { type ServerWatch, silence } from './server-watch.ts';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

type FindRefusal = () => Error | null;

const isListening = (client: PoolClient): boolean => client.listenerCount('notification') > 0;

export class WatchedPool extends Pool {
  readonly #watch: ServerWatch;
  readonly #findRefusal: FindRefusal;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #clients = new Set<PoolClient>();

  /** @param findRefusal error with which a new use of the pool is refused while the server does respond */
  constructor(config: PoolConfig, watch: ServerWatch, findRefusal: FindRefusal = () => null) {
    super({ ...config, stream: () => watch.openSocket() });
    this.#watch = watch;
    this.#findRefusal = () => (watch.isSilent ? silence() : findRefusal());
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client));
    watch.add(this);
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | undefined {
    if (connected === undefined) return this.#connectUnlessRefused();
    const refusal = this.#findRefusal();
    if (refusal !== null) connected(refusal, undefined, () => undefined);
    else super.connect(connected);
    return undefined;
  }

  override async end(): Promise<void> {
    this.#watch.remove(this);
    await super.end();
  }

  /** Connections that are checked out to wait for notifications, and from which nothing is expected. */
  get listeningCount(): number {
    return [...this.#clients].filter(isListening).length;
  }

  get isPending(): boolean {
    return this.totalCount > this.idleCount + this.listeningCount || this.waitingCount > 0;
  }

  ask(): Promise<unknown> | null {
    const listening = [...this.#clients].find(isListening);
    if (listening) return listening.query('select 1');
    return this.idleCount === 0 ? null : this.query('select 1');
  }

  rejectWaiting(error: Error): void {
    for (const reject of this.#waiting) reject(error);
    this.#waiting.clear();
  }

  async #connectUnlessRefused(): Promise<PoolClient> {
    const refusal = this.#findRefusal();
    if (refusal !== null) throw refusal;
    const connecting = super.connect();
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const isAwaited = (): boolean => this.#waiting.delete(reject);
      const use = (client: PoolClient): void => {
        // It may have waited for the connection for seconds.
        const lateRefusal = this.#findRefusal();
        if (isAwaited() && lateRefusal === null) resolve(client);
        else client.release();
        if (lateRefusal !== null) reject(lateRefusal);
      };
      connecting.then(use, (error: unknown) => (isAwaited() ? reject(error) : undefined));
    });
  }
}
