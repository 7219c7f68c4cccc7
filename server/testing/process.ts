// Test helper: runs the built server as its own process, as npm start does.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { productFolder } from '../../db/product-folder.ts';

export interface ServerProcess {
  process: ChildProcess;
  /** Resolves to its URL once it is ready; rejects when it exits before. */
  ready: Promise<string>;
  /** Output so far. */
  reported: () => string;
  ended: Promise<{ code: number | null; stderr: string }>;
}

/**
 * Starts the server that tools/vitest-build.mjs has built.
 * @param of another installation, or another program of it
 */
export function spawnServer(
  environment: Record<string, string>,
  of: { folder?: string; program?: string } = {},
): ServerProcess {
  const { folder = productFolder, program = 'build/server/main.js' } = of;
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env['PATH'], SEED: 'none', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stderr }));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const address = /Barback is ready: (\S+)/.exec(stdout)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => reject(new Error(`The server ended before it was ready: ${stderr}`)));
  });
  ready.catch(() => undefined);
  return { process: child, ready, reported: () => stdout, ended };
}
