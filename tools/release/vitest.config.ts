// npm run test:release: kept out of npm test, because making a release takes most of a minute and needs the registry.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'release',
    include: ['tools/release/*.test.ts'],
    globalSetup: 'tools/release/testing/make-release.ts',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
