import { join } from 'node:path';
import { expect, test } from 'vitest';
import { home } from './import-graph.ts';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

const file = (folder: string, ...statuses: string[]) => ({
  name: join(home, folder, 'some.test.ts'),
  status: statuses.length > 0 && !statuses.includes('failed') ? 'passed' : 'failed',
  assertionResults: statuses.map((status) => ({ status })),
});

test('counts passed tests', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 0,
    testResults: [file('rules', 'passed', 'passed'), file('server', 'passed')],
  };
  expect(readVitestReport(report, ['rules', 'server'])).toEqual({
    passed: 3,
    failed: 0,
    complaint: null,
  });
});

test('counts a file that fails before its first test as a failure', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [file('rules', 'passed'), file('server', 'failed'), file('server')],
  };
  expect(readVitestReport(report, ['rules']).failed).toBe(2);
});

test('complains about a project without a passed test', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [file('rules', 'passed')] };
  expect(readVitestReport(report, ['rules', 'web']).complaint).toContain('web');
});

test('counts a missing report as nothing passed', () => {
  expect(readVitestReport(null, ['rules']).complaint).not.toBeNull();
  expect(readPlaywrightReport(null).complaint).not.toBeNull();
});

test('counts passed browser tests, and errors outside of tests', () => {
  const stats = { expected: 4, flaky: 1, unexpected: 1, skipped: 0 };
  expect(readPlaywrightReport({ stats, errors: [{}] })).toEqual({
    passed: 5,
    failed: 2,
    complaint: null,
  });
});
