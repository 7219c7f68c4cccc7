// npm run simulate: virtual units that sell on a running server; see docs/simulator.md.
import { runSimulator } from './simulation.ts';

const stopping = new AbortController();
let stoppedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Under npm, Ctrl-C arrives twice at once; a further one exits without the last orders and the check.
    if (stoppedAt > 0 && Date.now() - stoppedAt > 500) process.exit(1);
    stoppedAt ||= Date.now();
    stopping.abort();
  });
}

process.exitCode = await runSimulator(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  stop: stopping.signal,
});
