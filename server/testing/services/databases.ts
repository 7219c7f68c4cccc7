/** Test helpers: a fake PostgreSQL server, with just enough of the protocol to simulate failures, and a replica. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { connectReplica } from '../../../db/pool/connect.ts';
import { ReadRouter } from '../../../db/pool/reads.ts';
import { Replica } from '../../../db/pool/replica.ts';
import { type ReplicatedServers, startReplicated } from '../../../db/testing/replicated.ts';
import type { AppDeps } from '../../shared/deps.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../app.ts';

export interface SorryState {
  /** SQLSTATE with which it refuses connections. */
  refuses?: string;
  /** SQLSTATE of every response after that to the version query. */
  fails?: string;
  version?: { number: string; text: string };
}

export interface SorryPostgres {
  url: string;
  close: () => void;
}

export async function startSorryPostgres(state: SorryState): Promise<SorryPostgres> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = 0;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      received += 1;
      socket.write(response(state, received));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `postgres://somebody:hunter2@127.0.0.1:${String(port)}/sales`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function response({ refuses, fails, version }: SorryState, received: number): Buffer {
  const ready = message('Z', Buffer.from('I'));
  if (received === 1) {
    if (refuses !== undefined) return failure(refuses);
    return Buffer.concat([message('R', int32(0)), ready]);
  }
  if (received === 2) {
    const { number, text } = version ?? { number: '180000', text: '18.0' };
    return Buffer.concat([row({ number, version: text }), ready]);
  }
  return Buffer.concat([failure(fails ?? 'XX000'), ready]);
}

function row(values: Record<string, string>): Buffer {
  const textType = 25;
  const names = Object.keys(values).map((name) =>
    Buffer.concat([
      zeroEnded(name),
      int32(0),
      int16(0),
      int32(textType),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  );
  const cells = Object.values(values).map((value) =>
    Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
  );
  return Buffer.concat([
    message('T', int16(names.length), ...names),
    message('D', int16(cells.length), ...cells),
    message('C', zeroEnded('SELECT 1')),
  ]);
}

function failure(code: string): Buffer {
  const fields = [`SFATAL`, `C${code}`, `Mthe server is in a sorry state`].map(zeroEnded);
  return message('E', ...fields, Buffer.from([0]));
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function zeroEnded(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
}

// Test helper: the app on a primary, with reads from its standby; an owner with a unit that sells.

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
