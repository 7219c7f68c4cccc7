// npm run import-sales: imports past sales from a CSV file into a unit; see docs/imports.md.
import { runImport } from './import-sales/run.ts';

const stopping = new AbortController();
let stoppedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Under npm, Ctrl-C arrives twice at once; a further one exits without waiting for work in progress.
    if (stoppedAt > 0 && Date.now() - stoppedAt > 500) process.exit(1);
    stoppedAt ||= Date.now();
    stopping.abort();
  });
}

process.exitCode = await runImport(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  environment: process.env,
  // npm runs in the project folder, wherever it was invoked.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  stop: stopping.signal,
});
