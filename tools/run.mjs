import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Project root. */
export const home = fileURLToPath(new URL('..', import.meta.url));

/** Entry file of a package's command, to be started with this Node.js. */
export const command = {
  tsc: 'node_modules/typescript/bin/tsc',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  knip: 'node_modules/knip/bin/knip.js',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
};

/**
 * Runs a Node.js program in the project root, with this Node.js or another. Its output is returned, or shown at once
 * with `live`.
 * @param {string[]} args the program and its arguments
 * @param {{env?: NodeJS.ProcessEnv, live?: boolean, node?: string}} [options]
 * @returns {Promise<{ok: boolean, output: string}>}
 */
export function runNode(args, options = {}) {
  const { env = process.env, live = false, node = process.execPath } = options;
  return new Promise((resolve) => {
    const stdio = live ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(node, args, { cwd: home, env, stdio });
    let output = '';
    const keep = (chunk) => {
      output += String(chunk);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => resolve({ ok: false, output: `${output}${error.message}\n` }));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
