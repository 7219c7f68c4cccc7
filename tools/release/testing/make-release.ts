// Global setup: makes the release that the tests use, and the Debian package where there are the tools for it.
import { spawnSync } from 'node:child_process';
import { home } from '../../import-graph.ts';
import { runIn } from '../../testing/installation.ts';

export default async function setup(): Promise<void> {
  const hasTools = spawnSync('dpkg-deb', ['--version']).status === 0;
  const made = await runIn(
    home,
    ['tools/release.mjs', ...(hasTools ? ['--deb'] : [])],
    process.env,
  );
  process.stdout.write(made.out);
  if (made.code !== 0 || made.err !== '') throw new Error(made.err);
}
