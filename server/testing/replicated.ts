// Test helper: the app on a primary, with reads from its standby; an owner with a unit that sells.
import { connectReplica } from '../../db/pool/connect.ts';
import { ReadRouter } from '../../db/pool/reads.ts';
import { Replica } from '../../db/pool/replica.ts';
import { type ReplicatedServers, startReplicated } from '../../db/testing/replicated.ts';
import type { AppDeps } from '../shared/deps.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './app.ts';

export interface ReplicatedApp {
  servers: ReplicatedServers;
  app: TestApp;
  owner: TestOwner;
  unit: TestUnit;
  /** Opens the standby once more, as another process would; closed with the app. */
  openReads: (mostSecondsBehind: number) => Promise<ReadRouter>;
  /** Sells a drink to a guest, who is no person that is signed in. */
  sell: (more?: object) => Promise<string>;
  pauseReplay: () => Promise<void>;
  resumeReplay: () => Promise<void>;
  close: () => Promise<void>;
}

/** Longer than any test pauses the replay. */
export const farBehind = 300;

export async function startReplicatedApp(
  changes: Partial<AppDeps> = {},
  mostSecondsBehind = farBehind,
): Promise<ReplicatedApp> {
  const servers = await startReplicated();
  const { connection } = servers.database;
  const opened: Replica[] = [];
  const openReads = async (most: number): Promise<ReadRouter> => {
    const replica = new Replica(connectReplica(servers.standby.target), connection, {
      mostSecondsBehind: most,
    });
    opened.push(replica);
    await replica.start();
    const { tenantDb: db, downloads } = connection;
    return new ReadRouter({ db, downloads }, replica);
  };
  const readRouter = await openReads(mostSecondsBehind);
  const app = await startTestApp({ readRouter, ...changes }, servers.database);
  const owner = await addOwner(app, 'Rooftop');
  const unit = await createUnit(app, owner);
  await servers.caughtUp();
  return {
    servers,
    app,
    owner,
    unit,
    openReads,
    sell: async (more = {}) => {
      const body = { drinks: [{ drinkId: unit.cubaLibre, quantity: 1 }], ...more };
      const sold = await app.send('POST', '/api/orders', { token: unit.key, body });
      if (sold.status !== 201) throw new Error(sold.text);
      return sold.body.id;
    },
    pauseReplay: async () => void (await servers.standby.query('select pg_wal_replay_pause()')),
    resumeReplay: async () => {
      await servers.standby.query('select pg_wal_replay_resume()');
      await servers.caughtUp();
    },
    close: async () => {
      await Promise.all(opened.map((replica) => replica.close()));
      await app.close();
      await servers.stop();
    },
  };
}
