// Known vulnerabilities of the packages that a release contains, as the registry lists them.
import { spawnSync } from 'node:child_process';
import { home } from './run.mjs';

/**
 * Findings that are accepted, by their advisory (GHSA-…), each with its reason: why it does not concern Barback, or that
 * there is no fix.
 * @type {Readonly<Record<string, string>>}
 */
const accepted = {};

/** Severities that fail. */
const failing = new Set(['high', 'critical']);

/** Asks the registry, and says what it lists. A registry that does not reply fails nothing. */
export function auditPackages() {
  // npm is a script for the shell on Windows.
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: home,
    encoding: 'utf8',
    timeout: 120_000,
    shell: process.platform === 'win32',
  });
  return judgeAudit(error ? error.message : stdout, accepted);
}

/**
 * @param {string} output of `npm audit --json`
 * @param {Readonly<Record<string, string>>} reasons of advisories that are accepted
 * @returns {{ok: boolean, output: string}}
 */
export function judgeAudit(output, reasons) {
  const report = reportOf(output);
  if (report?.vulnerabilities === undefined) {
    const why = report?.message ?? report?.error?.summary ?? output.trim().split('\n')[0];
    return { ok: true, output: `Not tried: the registry lists no vulnerabilities (${why}).\n` };
  }
  const found = advisoriesOf(report.vulnerabilities);
  const rejected = found.filter(({ id }) => reasons[id] === undefined);
  const lines = found.map(
    ({ id, name, severity, title }) =>
      `${severity}: ${name}, ${title} (${id})${reasons[id] === undefined ? '' : `; accepted: ${reasons[id]}`}\n`,
  );
  return { ok: rejected.length === 0, output: lines.join('') };
}

function reportOf(output) {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

/** Advisories of the packages themselves; what only depends on such a package names it instead. */
function advisoriesOf(vulnerabilities) {
  const all = Object.values(vulnerabilities).flatMap(({ via }) =>
    via
      .filter((one) => typeof one === 'object' && failing.has(one.severity))
      .map(({ name, severity, title, url }) => ({
        id: String(url).split('/').at(-1),
        name,
        severity,
        title,
      })),
  );
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
