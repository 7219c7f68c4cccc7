/** A signed-in GET, compared with a bare node:http server that runs the same queries. */
import { type BenchDatabase, openSession } from './bench-database.ts';
import { report } from '../resilience/testing/outcome.ts';
import { serve } from './process.ts';
import { load } from './requests.ts';

const connections = 16;
const warmUpSeconds = 3;
const rounds = 3;
const roundSeconds = 3;

export async function benchSignedInGet({ connection, embedded }: BenchDatabase): Promise<void> {
  const session = await openSession(connection);
  const start = async (program: 'serve' | 'bare-server') => {
    const server = await serve(program, embedded.target);
    const url = `${server.url}/api/users/${session.ownerId}/venues`;
    const rate = async (duration: number): Promise<number> => {
      const { requests } = await load(url, session.token, { connections, duration });
      return requests.average;
    };
    await rate(warmUpSeconds);
    return { rate, stop: () => server.stop() };
  };
  const bare = await start('bare-server');
  const ours = await start('serve');
  const rates = { bare: 0, ours: 0 };
  // In turn, so that a machine that is slower for a while slows both.
  for (let round = 0; round < rounds; round += 1) {
    rates.bare += (await bare.rate(roundSeconds)) / rounds;
    rates.ours += (await ours.rate(roundSeconds)) / rounds;
  }
  await bare.stop();
  await ours.stop();
  report(
    'signed-in GET / bare handler',
    rates.ours / rates.bare,
    { least: 0.5 },
    `${rates.ours.toFixed(0)} / ${rates.bare.toFixed(0)} requests a second`,
  );
}
