/** Overload: from 20 to 800 connections, on a plain GET and on a report, two minutes. */
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { report } from '../../bench/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { stormOn } from './storm.ts';
import { openClient } from '../testing/test-client.ts';

export async function stormSuite(): Promise<void> {
  const dataDir = await makeTestFolder();
  const product = await startProduct(dataDir);
  const { token, venueId } = await openClient(product);
  const month = { startDate: Date.now() - 30 * 24 * 3_600_000, endDate: Date.now() };
  const paths = {
    'a signed-in GET': `/api/venues/${venueId}/venue`,
    'a sales report': `/api/orders/sales/report?venueId=${venueId}&startDate=${month.startDate}&endDate=${month.endDate}`,
  };
  for (const [what, path] of Object.entries(paths)) {
    const { few, many, refused, failed } = await stormOn({ url: product.url, token, path }, 3, 6);
    const nothing = await stormOn({ url: product.url, token, path: '/healthz' }, 1, 6);
    const ofNothing = (nothing.many / nothing.few).toFixed(2);
    report(
      `throughput with 800 connections / with 20, ${what}`,
      many / few,
      { least: 0.9 },
      `${many.toFixed(0)} / ${few.toFixed(0)} a second, ${refused} refused; of a request that does nothing ${ofNothing} is left`,
    );
    report(`connections without an answer, ${what}`, failed, { most: 0 }, 'of 820');
  }
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
