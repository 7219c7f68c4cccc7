// Runs of the test runners, shared by the tiers of tests: each is judged by its report and ends in a line of counts.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command, home, runNode } from './run.mjs';
import './typescript.mjs';

const { readPlaywrightReport, readVitestReport } = await import('./test-reports.ts');
const closing = [];

/**
 * The runners of one tier. Removes the reports of its last run.
 * @param {string} tier names the folder of reports in build/test-reports
 */
export function startReports(tier) {
  const folder = join(home, 'build/test-reports', tier);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return {
    /**
     * @param {string} label
     * @param {string[]} filters
     * @param {string[]} expectedRooms top folders that must each have run a test
     * @param {{ databaseUrl?: string, node?: string }} options
     */
    vitest: async (label, filters, expectedRooms, { databaseUrl = '', node } = {}) => {
      const report = join(folder, `${label}.json`);
      const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
      const output = ['--silent=passed-only', '--coverage.enabled=false'];
      const env = { ...process.env, TEST_DATABASE_URL: databaseUrl };
      const args = [command.vitest, 'run', ...output, ...reporters, ...filters];
      const { ok } = await runNode(args, { env, live: true, node: node ?? process.execPath });
      return judge(label, ok, readVitestReport(read(report), expectedRooms));
    },
    /** @param {string[]} filters */
    playwright: async (filters) => {
      const report = join(folder, 'playwright.json');
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
      const args = [command.playwright, 'test', '--reporter=dot,json', ...filters];
      const { ok } = await runNode(args, { env, live: true });
      return judge('playwright', ok, readPlaywrightReport(read(report)));
    },
  };
}

/** Prints the counts of all runs. */
export function printCounts() {
  process.stdout.write(`\n${closing.join('\n')}\n`);
}

function judge(label, ok, { passed, failed, complaint }) {
  const counts = `${label}: ${String(passed)} passed, ${String(failed)} failed`;
  closing.push(counts);
  return { ok: ok && failed === 0 && complaint === null, output: `${complaint ?? ''}${counts}\n` };
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
}
