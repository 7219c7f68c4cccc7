// Parses the reports of the test runners, so that a run without tests cannot pass.
import { relative, sep } from 'node:path';
import { z } from 'zod';
import { home } from './import-graph.ts';

export interface Counts {
  passed: number;
  failed: number;
  /** Reason why the run is invalid although nothing failed. */
  complaint: string | null;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
  errors: z.array(z.unknown()),
});

const nothing: Counts = { passed: 0, failed: 0, complaint: 'The run wrote no report.\n' };

/**
 * @param report vitest's JSON report; null when it was not written
 * @param folders the folders that must each have run a test
 */
export function readVitestReport(report: unknown, folders: readonly string[]): Counts {
  if (report === null) return nothing;
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report);
  // A file that fails before its first test counts as one failure.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const ran = new Set(
    testResults
      .filter(({ assertionResults }) => assertionResults.some((test) => test.status === 'passed'))
      .map(({ name }) => relative(home, name).split(sep)[0]),
  );
  const idle = folders.filter((folder) => !ran.has(folder));
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    complaint: idle.length === 0 ? null : `No test passed in: ${idle.join(', ')}.\n`,
  };
}

/** @param report Playwright's JSON report; null when it was not written */
export function readPlaywrightReport(report: unknown): Counts {
  if (report === null) return nothing;
  const { stats, errors } = playwrightReport.parse(report);
  const passed = stats.expected + stats.flaky;
  return {
    passed,
    // Errors outside of tests: a file that fails to load, a server that fails to start.
    failed: stats.unexpected + errors.length,
    complaint: passed === 0 ? 'No browser test passed.\n' : null,
  };
}
