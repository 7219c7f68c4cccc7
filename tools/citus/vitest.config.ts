// npm run test:citus: tests of the API on a distributed database.
import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../longest-first.ts';
import { useMemoryFolder } from '../test-folder.ts';

useMemoryFolder();

export default defineConfig({
  test: {
    name: 'citus',
    environment: 'node',
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    include: ['tools/citus/*.test.ts', 'server/**/*.test.ts', 'resilience/authorization/*.test.ts'],
    globalSetup: ['tools/vitest-build.mjs', 'tools/citus/vitest-citus.ts'],
    // Those of the other tests; a cluster of three servers is slower, not faster.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
