import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { endpointPathsPlugin } from './tools/endpoint-paths-plugin.ts';
import { LongestFirst } from './tools/longest-first.ts';
import { hasSpareMemory, useMemoryFolder } from './tools/test-folder.ts';

/**
 * Tests of the second tier, `npm run test:system`: they start, stop, damage or fill whole databases and processes, or
 * send requests by the thousand.
 */
const systemTests = [
  'db/embedded/**/*.test.ts',
  'resilience/{faults,fuzz,query-plans,scaling-out}/**/*.test.ts',
  'server/main.test.ts',
  'server/startup/read-replica.test.ts',
  'server/adapters/storage/s3.test.ts',
  'simulator/{planted-faults,simulation}.test.ts',
  'tools/{backup,partition}/**/*.test.ts',
  'tools/import-sales/{process,progress}.test.ts',
  'tools/start.test.ts',
];

const webSetup = 'web/testing/setup.ts';

/** A worker keeps its modules from file to file, whose import would take half of the time of all tests. */
const sharedModules = { isolate: false, unstubGlobals: true, unstubEnvs: true };

/** Of a test, of a hook and of a wait for a value; ends what hangs, on a busy machine too. */
const timeLimits = {
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 30_000 } },
};

useMemoryFolder();

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // A worker waits for the database or another process for a tenth of the time, or more; two would leave a core idle then.
    maxWorkers: hasSpareMemory() ? 3 : 2,
    coverage: { enabled: false },
    projects: [
      {
        test: {
          ...sharedModules,
          ...timeLimits,
          name: 'rules',
          environment: 'node',
          include: ['{lib,rules,contract}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...sharedModules,
          ...timeLimits,
          name: 'server',
          environment: 'node',
          include: ['{client,db,resilience,server,simulator,tools}/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            'tools/release/**',
            'tools/citus/**',
            ...systemTests,
          ],
          globalSetup: ['tools/vitest-build.mjs', 'tools/vitest-database.ts'],
        },
      },
      {
        test: {
          ...sharedModules,
          ...timeLimits,
          name: 'system',
          environment: 'node',
          include: systemTests,
          globalSetup: ['tools/vitest-build.mjs', 'tools/vitest-database.ts'],
        },
      },
      {
        plugins: [
          react(),
          endpointPathsPlugin(fileURLToPath(new URL('contract/endpoints.ts', import.meta.url))),
        ],
        test: {
          ...sharedModules,
          ...timeLimits,
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: existsSync(webSetup) ? [webSetup] : [],
        },
      },
    ],
  },
});
