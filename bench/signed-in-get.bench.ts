/** A signed-in GET, compared with a bare node:http server that runs the same queries. */
import autocannon from 'autocannon';
import type { BenchDatabase } from './bench-database.ts';
import { report } from './outcome.ts';
import { serve } from './process.ts';
import { openSession } from './session.ts';

const connections = 16;
const seconds = 8;

export async function benchSignedInGet({ connection, embedded }: BenchDatabase): Promise<void> {
  const session = await openSession(connection);
  const rate = async (script: 'serve.ts' | 'bare-server.ts') => {
    const server = await serve(script, embedded.target);
    const run = (duration: number) =>
      autocannon({
        url: `${server.url}/api/users/${session.ownerId}/venues`,
        headers: { authorization: `Bearer ${session.token}` },
        connections,
        duration,
      });
    await run(2);
    const result = await run(seconds);
    await server.stop();
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${script} failed under load`);
    return result.requests.average;
  };
  const bare = await rate('bare-server.ts');
  const ours = await rate('serve.ts');
  report(
    'signed-in GET / bare handler',
    ours / bare,
    { least: 0.5 },
    `${ours.toFixed(0)} / ${bare.toFixed(0)} requests a second`,
  );
}
