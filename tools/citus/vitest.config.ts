// npm run test:citus: tests of the API on a distributed database.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'citus',
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    include: ['tools/citus/*.test.ts', 'server/**/*.test.ts', 'resilience/authorization/*.test.ts'],
    globalSetup: ['tools/vitest-build.mjs', 'tools/citus/vitest-citus.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
