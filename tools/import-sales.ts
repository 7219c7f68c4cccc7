// npm run import-sales: brings past sales from a CSV file into a unit; see docs/importing.md.
import { runImport } from './import-sales/run.ts';

const stopping = new AbortController();
let stoppedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Ctrl-C under npm arrives twice at once; one more ends it without waiting for what is under way.
    if (stoppedAt > 0 && Date.now() - stoppedAt > 500) process.exit(1);
    stoppedAt ||= Date.now();
    stopping.abort();
  });
}

process.exitCode = await runImport(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  environment: process.env,
  // npm works in the project's folder, wherever it was called from.
  folder: process.env['INIT_CWD'] ?? process.cwd(),
  stop: stopping.signal,
});
