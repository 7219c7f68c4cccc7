import type pg from 'pg';
import type { Kysely, Selectable } from 'kysely';
import type { RenderingsTable } from '../../db/tables/outbox-tables.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { Bundles } from '../adapters/bundles/port.ts';
import type { FlagReader } from '../adapters/flags/port.ts';
import type { Payments } from '../adapters/payments/port.ts';
import type { ReaderLookup } from '../adapters/readers/port.ts';
import type { Storage } from '../adapters/storage/port.ts';

/** Cache of the renderings that the rendering host serves. */
export interface LiveRenderings {
  /** null when nothing is published at the path. A change by another process is seen within two seconds. */
  find(pathName: string): Promise<LiveRendering | null>;
  /** Clears the cache, after a change was committed by this process. */
  forget(): void;
}

export type LiveRendering = Pick<
  Selectable<RenderingsTable>,
  'path_name' | 'folder' | 'entry_page_path' | 'deployed_at'
>;

/** What the app needs from outside; main.ts makes it from the environment, a test from its own database. */
export interface AppDeps {
  db: Kysely<Tables>;
  pool: pg.Pool;
  now: () => Date;
  jwtSecret: string;
  /** Under which card provider keys are stored. */
  secretsKey: string;
  flags: FlagReader;
  readers: ReaderLookup;
  payments: Payments;
  storage: Storage;
  bundles: Bundles;
  live: LiveRenderings;
  /** Where everybody sees renderings, without a slash at the end: https://pages.example.com */
  renderingAddress: string;
  /** Whether GET /api/orders answers without a token. */
  publicOrders: boolean;
  /** Who may register owners: anyone, or super admins only. */
  registration: 'open' | 'admin';
  /** Whether X-Forwarded-For is believed: its last address, which is what the one proxy in front of us has seen. */
  trustProxy: boolean;
  /** Whether the end has begun; whoever shares out requests is told at /readyz. */
  isLeaving: () => boolean;
  /** Where pictures, bundles and unsent messages are kept; whether it can be written is part of being ready. */
  dataDir: string;
  /** Opens the figures; null keeps them closed. */
  metricsToken: string | null;
  /** The folder of the built dashboard; null serves the API alone. */
  webRoot: string | null;
  logLevel: string;
  /** The one account that is denied the owner items of the sidebar. */
  deniedUserId: string;
}
