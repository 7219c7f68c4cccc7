/**
 * Sells until the disk is full, checks every response, frees disk space, and verifies that service resumes by itself.
 */

import { makeZip, page, testPng } from '../../server/testing/files.ts';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { type Audit, isClear, openLedger } from '../testing/ledger.ts';
import { report } from '../testing/outcome.ts';
import { type Responded, send } from '../testing/responses.ts';
import { type RunningProduct, startProduct, until } from '../testing/running-product.ts';
import { login, openClient, type TestClient } from '../testing/test-client.ts';

import { makeForm } from '../../server/testing/renderings.ts';

export interface DiskFullSize {
  diskMb: number;
  clients: number;
  /** Duration of requests while the disk is full. */
  fullMs: number;
  /** One round per entry: free space when selling starts. */
  spareMb: readonly number[];
}

export interface DiskFullOutcome extends Audit {
  acknowledged: number;
  /** Orders rejected with 507. */
  refused: number;
  /** Responses of the test clients, with their counts. */
  described: Record<string, number>;
  slowestMs: number;
  /** Responses during the full disk that are not a clear 507 or 503, or a false success. */
  unclear: string[];
  /** By round: true when it reported not ready, and stayed alive all the time. */
  wasRed: boolean[];
  alwaysAlive: boolean;
  /** Longest time until it sold and was ready again after disk space was freed. */
  slowestHealMs: number;
}

const drinksEach = 50;
const refundable = 4;
const patienceMs = 60_000;

/** null when no small disk can be created. */
export async function diskFullRounds(size: DiskFullSize): Promise<DiskFullOutcome | null> {
  const disk = await openSmallDisk(size.diskMb);
  if (disk === null) return null;
  let running: RunningProduct | null = null;
  try {
    const product = await startProduct(join(disk.folder, 'data'), { LOG_LEVEL: 'silent' });
    running = product;
    const client = await openClient(product);
    const admin = await login(product, 'admin@barback.example');
    const paid = await sellPaid(product, client, size.spareMb.length);
    const book = await openLedger(product, client, drinksEach);
    const { ledger } = book;
    const unclear: string[] = [];
    const wasRed: boolean[] = [];
    let alwaysAlive = true;
    let slowestHealMs = 0;

    for (const [round, spareMb] of size.spareMb.entries()) {
      const upload = await requestUpload(product, client);
      // One more 16 MB WAL segment fits; the disk is actually full a moment later.
      await disk.fill(spareMb);
      const selling = book.startSelling(size.clients);
      await until(() => ledger.refused + ledger.unknown.size > size.clients, patienceMs);
      const full = Date.now();
      let red = false;
      const others = othersOf(product, { client, admin, upload, orderId: paid[round] ?? '' });
      do {
        for (const [name, send] of Object.entries(others)) {
          const response = await send();
          if (!isClearFor(name, response)) unclear.push(`${name}: ${described(response)}`);
        }
        red ||= (await send(product, '/readyz')).status === 503;
        alwaysAlive &&= (await send(product, '/healthz')).status === 200;
        await wait(100);
      } while (Date.now() - full < size.fullMs || (!red && Date.now() - full < patienceMs));
      wasRed.push(red);
      await selling.stop();

      await disk.freePositions();
      const room = performance.now();
      await until(async () => (await book.sell(randomUUID())).status === 201, patienceMs);
      await until(async () => (await send(product, '/readyz')).status === 200, patienceMs);
      slowestHealMs = Math.max(slowestHealMs, performance.now() - room);
      const onward = book.startSelling(size.clients);
      const enough = ledger.acknowledged.size + 10 * size.clients;
      await until(() => ledger.acknowledged.size >= enough, patienceMs);
      await onward.stop();
    }
    await book.settle(patienceMs);
    return {
      ...(await book.audit()),
      acknowledged: ledger.acknowledged.size,
      refused: ledger.refused,
      described: Object.fromEntries(ledger.described),
      slowestMs: ledger.slowestMs,
      unclear: [...unclear, ...ledger.unclear],
      wasRed,
      alwaysAlive,
      slowestHealMs,
    };
  } finally {
    await running?.stop();
    await disk.close();
  }
}

async function sellPaid(
  product: RunningProduct,
  client: TestClient,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let done = 0; done < count; done += 1) {
    ids.push(
      (await client.sellPaid(product, { paymentId: `demo_${randomUUID()}`, drinks: refundable }))
        .id,
    );
  }
  return ids;
}

const uploadShape = z.object({ uploadUrl: z.string() });
const picture = testPng(40, 30, 2_000_000);

async function requestUpload(product: RunningProduct, client: TestClient): Promise<string> {
  const { body } = await send(product, '/api/files/brand-images', {
    token: client.token,
    body: {
      venueId: client.venueId,
      fileName: 'logo.png',
      contentType: 'image/png',
      sizeBytes: picture.length,
    },
  });
  return uploadShape.parse(body).uploadUrl;
}

/** Other writers, to the disk or to the database. */
function othersOf(
  product: RunningProduct,
  given: { client: TestClient; admin: string; upload: string; orderId: string },
): Record<string, () => Promise<Responded>> {
  const { client, admin, upload, orderId } = given;
  let drink = 0;
  return {
    'picture upload': () =>
      send(product, upload, { method: 'PUT', body: picture, contentType: 'image/png' }),
    'bundle upload': () => {
      const filling = { name: 'filling.bin', content: Buffer.alloc(20_000_000), method: 0 };
      const { payload: body, contentType } = makeForm([
        ['venueName', 'Rooftop Bar'],
        ['zipFile', makeZip([page(), filling]), 'site.zip'],
      ]);
      return send(product, '/api/renderings/create', { token: admin, body, contentType });
    },
    refund: () => {
      const index = drink % refundable;
      drink += 1;
      const path = `/api/orders/${orderId}/refund?drinkIndexes=${String(index)}`;
      return send(product, path, { token: client.token });
    },
    login: () =>
      send(product, '/api/users/login', {
        body: { email: 'maya@rooftop.example', password: 'pour-one-out' },
      }),
  };
}

/** A small write may still fit when PostgreSQL has no space for its WAL; the bundle never does. */
function isClearFor(name: string, response: Responded): boolean {
  if (isClear(response)) return true;
  if (name === 'bundle upload') return false;
  if (response.status === 200) return true;
  // Already done, paid but not yet recorded, or rate limited: each has its own response.
  const more: Record<string, number> = { refund: 504, login: 429 };
  return [409, more[name]].includes(response.status);
}

const described = ({ status, message, body, ms }: Responded): string =>
  `${status} ${message || JSON.stringify(body)} after ${ms.toFixed(0)} ms`;

// A tmpfs of a few megabytes that can be filled safely.

export interface SmallDisk {
  folder: string;
  /** Writes a file that leaves this much free space. */
  fill(leavingMb: number): Promise<void>;
  /** Deletes the file. */
  freePositions(): Promise<void>;
  freeMb(): Promise<number>;
  close(): Promise<void>;
}

const megabyte = 1_048_576;

/** null when this user may not mount anything, or the system has no tmpfs. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await makeTestFolder();
  const options = `size=${String(megabytes)}m,mode=755`;
  // The user that runs PostgreSQL when started by root needs access.
  await chmod(folder, 0o755);
  if (!ran('mount', '-t', 'tmpfs', '-o', options, 'barback-small-disk', folder)) {
    await rmdir(folder);
    return null;
  }
  const ballast = join(folder, 'ballast');
  const freeMb = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(folder);
    return (bavail * bsize) / megabyte;
  };
  return {
    folder,
    freeMb,
    fill: async (leavingMb) =>
      writeFile(ballast, Buffer.alloc(Math.max(0, (await freeMb()) - leavingMb) * megabyte)),
    freePositions: () => rm(ballast, { force: true }),
    close: async () => {
      // The last PostgreSQL process may still be exiting.
      for (let tries = 0; tries < 50 && !ran('umount', folder); tries += 1) await wait(100);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ran = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Fills the disk four times: in the middle of a table, and where the next WAL segment of PostgreSQL would go. */
export async function diskFullSuite(): Promise<void> {
  const found = await diskFullRounds({
    diskMb: 256,
    clients: 8,
    fullMs: 15_000,
    spareMb: [1, 20, 4, 40],
  });
  if (found === null) {
    console.log('NOT TRIED  disk full: only who may mount a small disk can fill it');
    return;
  }
  const { acknowledged, refused, described } = found;
  report(
    'orders lost, doubled or answered otherwise on a full disk',
    found.lost.length + Math.abs(found.doubled) + found.otherwise,
    { most: 0 },
    `${acknowledged} acknowledged, ${refused} told 507; cents apart in the report: ${found.centsApart}`,
  );
  report('cents that the report has more or less', found.centsApart, { most: 0 }, 'than was sold');
  report(
    'unclear answers on a full disk',
    found.unclear.length,
    { most: 0 },
    found.unclear.length > 0 ? found.unclear.slice(0, 5).join('; ') : JSON.stringify(described),
  );
  report('slowest answer in seconds', found.slowestMs / 1000, { most: 2 }, 'to a till');
  report(
    'rounds that were not seen as not ready, or as dead',
    found.wasRed.filter((red) => !red).length + (found.alwaysAlive ? 0 : 1),
    { most: 0 },
    `of ${found.wasRed.length}`,
  );
  report(
    'slowest healing after there was room, in seconds',
    found.slowestHealMs / 1000,
    { most: 10 },
    'until it sold and said that it is ready, which it looks at every five seconds',
  );
}
