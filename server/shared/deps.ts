import type { Options } from '@node-rs/argon2';
import type pg from 'pg';
import type { Selectable } from 'kysely';
import type { ReadRouter } from '../../db/pool/reads.ts';
import type { RenderingsTable } from '../../db/tables/venues.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { Bundles } from '../adapters/bundles/port.ts';
import type { FlagReader } from '../adapters/flags/port.ts';
import type { Payments } from '../adapters/payments/port.ts';
import type { ReaderLookup } from '../adapters/readers/port.ts';
import type { WebhookSender } from '../adapters/webhooks/port.ts';
import type { Storage } from '../adapters/storage/port.ts';
import type { SecretsKey, SigningKey } from './encryption.ts';

/** Cache of the renderings that the rendering host serves. */
export interface LiveRenderings {
  /** Null when nothing is published at the path. A change by another process is visible within two seconds. */
  find(pathName: string): Promise<LiveRendering | null>;
  /** Clears the cache, after a change was committed by this process. */
  forget(): void;
}

export type LiveRendering = Pick<
  Selectable<RenderingsTable>,
  'path_name' | 'folder' | 'entry_page_path' | 'deployed_at'
>;

/** Dependencies of the app; main.ts creates them from the environment, a test from its own database. */
export interface AppDeps {
  /** Runs as the role of the current tenant. */
  db: Db;
  /** Connections of the login role, for libraries with statements of their own. */
  pool: pg.Pool;
  /** Serves reads that may be a moment old from a replica, if there is one. */
  readRouter: ReadRouter;
  /** All pools of connections, for the metrics. */
  pools: readonly pg.Pool[];
  now: () => Date;
  /** Cost of a new password hash, which only tests lower: no setting sets it. */
  passwordCost?: Options | undefined;
  /** Key of login tokens. */
  jwtSecret: SigningKey;
  /** Encryption key of the stored card provider keys. */
  secretsKey: SecretsKey;
  flags: FlagReader;
  readers: ReaderLookup;
  payments: Payments;
  storage: Storage;
  bundles: Bundles;
  live: LiveRenderings;
  /** Address of the dashboard, to which passkeys are bound; null binds them to localhost. */
  publicUrl: string | null;
  /** Public base URL of renderings, without a trailing slash: https://pages.example.com */
  renderingAddress: string;
  /** True when GET /api/orders needs no token. */
  publicOrders: boolean;
  /** True when mail goes to a mail server, and not to the data folder. */
  sendsMail: boolean;
  /** Key and hosts of push messages; null where they are not set up. */
  push: { publicKey: string; hosts: readonly string[] } | null;
  /** Sends webhooks; null where they are turned off. */
  webhooks: WebhookSender | null;
  /** Allows anyone, or super admins only, to register owners. */
  registration: 'open' | 'admin';
  /** True when super admins may do nothing without a second factor. */
  adminSecondFactor: boolean;
  /** Whether a super admin must give a reason to act for an owner. */
  actingReason: boolean;
  /** Whom users ask for help; null where none is set. */
  supportContact: string | null;
  /** Trusts X-Forwarded-For: its last address, as added by the single proxy in front of us. */
  trustProxy: boolean;
  /** True once shutdown has begun; reported to load balancers at /readyz. */
  isLeaving: () => boolean;
  /** Nodes of a distributed database, as host:port, whose commits wait for a synchronous standby. */
  awayNodes: () => readonly string[];
  /** Folder of images, bundles and unsent messages; readiness requires it to be writable. */
  dataDir: string;
  /** Enables the metrics endpoint; null disables it. */
  metricsToken: string | null;
  /** Folder of the built dashboard; null serves only the API. */
  webRoot: string | null;
  logLevel: string;
  /** Intervals of live streams in milliseconds, where they are not the usual ones. */
  liveTimes?: { pollMs?: number; checkMs?: number };
  /** The one account without the owner items of the sidebar. */
  deniedUserId: string;
}
