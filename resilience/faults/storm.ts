/** Many at once: how much is answered each second when 800 ask where 20 asked before. */
import autocannon from 'autocannon';
import { openWire } from '../fuzz/wire.ts';

export interface Storm {
  url: string;
  token: string;
  path: string;
}

export interface StormOutcome {
  /** Successful answers a second. */
  few: number;
  many: number;
  /** Answers that were no success, and connections without an answer, among the many. */
  refused: number;
  failed: number;
}

const fewConnections = 20;
export const manyConnections = 800;

/** By turns, so that a busy minute of the machine falls on both. */
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
    total.few += few.answered / seconds / rounds;
    total.many += many.answered / seconds / rounds;
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
    answered: result['2xx'] / (result.duration / seconds),
    refused: result.non2xx,
    failed: result.errors,
  };
}

/** One request on each of so many connections, all at once: how often each status was answered; 0 for none. */
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
        (answer) => answer.status,
        () => 0,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  wire.close();
  return statuses;
}
