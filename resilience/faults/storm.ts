/** Overload: successful responses per second with 800 clients compared with 20. */
import autocannon from 'autocannon';
import { openWire } from '../fuzz/http-client.ts';
import { report } from '../testing/outcome.ts';
import { startProduct } from '../testing/running-product.ts';
import { openClient } from '../testing/test-client.ts';

export interface Storm {
  url: string;
  token: string;
  path: string;
}

export interface StormOutcome {
  /** Successful responses per second. */
  few: number;
  many: number;
  /** Unsuccessful responses and connections without a response, with many clients. */
  refused: number;
  failed: number;
}

const fewConnections = 20;
export const manyConnections = 800;

/** Alternates between both, so that background load on the machine affects them equally. */
export async function stormOn(
  storm: Storm,
  rounds: number,
  seconds: number,
): Promise<StormOutcome> {
  await rate(storm, fewConnections, 3);
  const total: StormOutcome = { few: 0, many: 0, refused: 0, failed: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const few = await rate(storm, fewConnections, seconds);
    const many = await rate(storm, manyConnections, seconds);
    total.few += few.responded / seconds / rounds;
    total.many += many.responded / seconds / rounds;
    total.refused += many.refused;
    total.failed += many.failed + few.failed;
  }
  return total;
}

async function rate({ url, token, path }: Storm, connections: number, seconds: number) {
  const result = await autocannon({
    url: url + path,
    headers: { authorization: `Bearer ${token}` },
    connections,
    duration: seconds,
    timeout: 20,
  });
  return {
    responded: result['2xx'] / (result.duration / seconds),
    refused: result.non2xx,
    failed: result.errors,
  };
}

/** Sends one request on each of the connections at once and returns the count of each status; 0 for no response. */
export async function burst(
  { url, token, path }: Storm,
  connections: number,
): Promise<Record<number, number>> {
  const wire = openWire(url, connections);
  const headers = { authorization: `Bearer ${token}` };
  const statuses: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const status = await wire.send({ method: 'GET', path, headers, body: null }).then(
        (response) => response.status,
        () => 0,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  wire.close();
  return statuses;
}

/** Overload: from 20 to 800 connections, on a plain GET and on a report, two minutes. */
export async function stormSuite(dataDir: string): Promise<void> {
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
}
