/** 1,000 slow clients next to a fast one, two minutes. */
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { median, report, timesMs } from '../../bench/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { openSlowClients } from './slow-clients.ts';
import { requestJson, openClient } from '../testing/test-client.ts';

const count = 1000;
/** Headers and bodies have half a minute, silent connections a minute; Node.js checks every half minute. */
const cutOffWithinSeconds = 95;
const readersForgottenWithinSeconds = 100;

export async function slowClientsSuite(): Promise<void> {
  const dataDir = await makeTestFolder();
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
  await rm(dataDir, { recursive: true, force: true });
}
