/** Slow clients that hold their connections as long as possible: they send or read a little at a time, or nothing. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { median, report, timesMs } from '../testing/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { openClient, requestJson } from '../testing/test-client.ts';

/** headers and body: never completed; reading: requests a download and does not read it; silent: sends nothing. */
export type SlowKind = 'headers' | 'body' | 'reading' | 'silent';

export interface SlowClients {
  /** Number of clients still connected, as seen by them. */
  connected(): number;
  /** Responses to clients of a kind before they were disconnected: '' for none, else the status. */
  described(kind: SlowKind): string[];
  /** Resolves when all clients of these kinds are disconnected. */
  cutOff(...kinds: SlowKind[]): Promise<void>;
  close(): void;
}

interface Slow {
  kind: SlowKind;
  socket: Socket;
  reported: string;
  gone: Promise<unknown>;
  drip: NodeJS.Timeout | null;
}

interface How {
  count: number;
  kinds: readonly SlowKind[];
  token: string;
  /** Path requested by the readers. */
  download: string;
  /** Interval at which senders add a byte; null: never. */
  dripMs: number | null;
}

/** Resolves when all of them are connected and have sent their initial data. */
export async function openSlowClients(url: string, how: How): Promise<SlowClients> {
  const { hostname, port } = new URL(url);
  const first: Record<SlowKind, string> = {
    headers: `GET /api/version HTTP/1.1\r\nhost: bar\r\nx-slow: `,
    body: `POST /api/users/login HTTP/1.1\r\nhost: bar\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    reading: `GET ${how.download} HTTP/1.1\r\nhost: bar\r\nauthorization: Bearer ${how.token}\r\n\r\n`,
    silent: '',
  };
  const open = async (kind: SlowKind): Promise<Slow> => {
    const socket = connect(Number(port), hostname);
    // Disconnected while writing, which is expected.
    socket.on('error', () => undefined);
    // Not events.once, which rejects on an earlier error.
    const gone = new Promise((resolve) => socket.once('close', resolve));
    const slow: Slow = { kind, socket, reported: '', gone, drip: null };
    if (kind !== 'reading') {
      socket.on('data', (piece) => {
        slow.reported += piece.toString();
      });
    }
    await once(socket, 'connect');
    socket.write(first[kind]);
    if (how.dripMs !== null && (kind === 'headers' || kind === 'body')) {
      slow.drip = setInterval(() => socket.writable && socket.write('x'), how.dripMs);
    }
    return slow;
  };
  const clients = await Promise.all(
    Array.from({ length: how.count }, (_, index) =>
      open(how.kinds[index % how.kinds.length] ?? 'silent'),
    ),
  );
  const of = (...kinds: SlowKind[]) => clients.filter(({ kind }) => kinds.includes(kind));
  return {
    connected: () => clients.filter(({ socket }) => !socket.destroyed).length,
    described: (kind) =>
      of(kind).map(({ reported }) => /^HTTP\/1.1 (\d+)/.exec(reported)?.[1] ?? ''),
    cutOff: async (...kinds) => {
      await Promise.all(of(...kinds).map(({ gone }) => gone));
    },
    close: () => {
      for (const { socket, drip } of clients) {
        if (drip) clearInterval(drip);
        socket.destroy();
      }
    },
  };
}

const count = 1000;
/** Headers and bodies have half a minute, silent connections a minute; Node.js checks every half minute. */
const cutOffWithinSeconds = 95;
const readersForgottenWithinSeconds = 100;

/** 1,000 slow clients next to a fast one, two minutes. */
export async function slowClientsSuite(dataDir: string): Promise<void> {
  const product = await startProduct(dataDir);
  const client = await openClient(product);
  const look = () =>
    requestJson(product, `/api/venues/${client.venueId}/units`, { token: client.token });
  const download = `/api/orders/sales/report.csv?venueId=${client.venueId}&startDate=1000000000000&endDate=4000000000000`;
  const alone = median(await timesMs(400, look));

  const slow = await openSlowClients(product.url, {
    count,
    kinds: ['headers', 'body', 'headers', 'body', 'reading', 'silent'],
    token: client.token,
    download,
    dripMs: 2000,
  });
  const started = performance.now();
  // The server accepts them all first; the steady state is measured.
  await timesMs(50, look);
  const connected = slow.connected();
  const beside = median(await timesMs(400, look));
  report(
    'a request beside 1,000 slow clients / alone',
    beside / alone,
    { most: 2 },
    `${beside.toFixed(2)} / ${alone.toFixed(2)} ms, ${connected} connected`,
  );

  await slow.cutOff('headers', 'body', 'silent');
  const seconds = (performance.now() - started) / 1000;
  const described = (kind: 'headers' | 'body') =>
    slow.described(kind).filter((status) => status === '408').length;
  report(
    'seconds until who sends nothing whole is cut off',
    seconds,
    { most: cutOffWithinSeconds },
    `408 to ${described('headers')} of ${slow.described('headers').length} slow in their headers, to ${described('body')} of ${slow.described('body').length} in their bodies`,
  );
  let isFree = false;
  while (!isFree && performance.now() - started < readersForgottenWithinSeconds * 1000) {
    const response = await fetch(product.url + download, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    isFree = response.status === 200;
    await response.body?.cancel();
    if (!isFree) await wait(1000);
  }
  report(
    'seconds until a download that nobody reads is given up',
    isFree ? (performance.now() - started) / 1000 : Number.POSITIVE_INFINITY,
    { most: readersForgottenWithinSeconds },
    'the same account downloads again',
  );
  slow.close();
  await product.stop();
}
