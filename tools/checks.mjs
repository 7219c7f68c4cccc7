// Static checks.
import { command, runNode } from './run.mjs';

/** @typedef {[string, () => Promise<{ok: boolean, output: string}>]} Check */

/** @type {Check[]} */
const staticChecks = [
  ['types of the server', () => runNode([command.tsc, '-p', 'tsconfig.json'])],
  ['types of the dashboard', () => runNode([command.tsc, '-p', 'web/tsconfig.json'])],
  ['lint', () => runNode([command.oxlint, '--type-aware'])],
  ['format', () => runNode([command.oxfmt, '--check'])],
  ['unused code', () => runNode([command.knip])],
];

/**
 * Runs all checks, two at a time, and exits at the first failure.
 * @param {Check[]} more to run after them, while the last of them run
 */
export async function runChecks(more = []) {
  const checks = [...staticChecks, ...more];
  const running = [];
  for (const [index, [, check]] of checks.entries()) {
    running.push((running[index - 2] ?? Promise.resolve()).then(check));
  }
  for (const [index, [name]] of checks.entries()) await stage(name, () => running[index]);
}

/**
 * Prints a heading, and on failure the output.
 * @param {string} name
 * @param {() => Promise<{ok: boolean, output: string}>} check
 */
export async function stage(name, check) {
  process.stdout.write(`== ${name}\n`);
  const { ok, output } = await check();
  if (ok) return;
  process.stdout.write(`${output}\nFailed: ${name}\n`);
  process.exit(1);
}
