import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { productFolder } from '../product-folder.ts';

test.each([
  ['ends by itself', 'process.exit()', null],
  ['is ended', 'setInterval(() => undefined, 1000)', 'SIGTERM'],
] as const)(
  'a program ends with the process that started it, which %s',
  async (_, then, signal) => {
    const script = `
    import { spawn } from 'node:child_process';
    import { untilExit } from './db/testing/until-exit.ts';
    untilExit(spawn('sleep', ['1000'], { stdio: ['ignore', 'inherit', 'ignore'] }));
    process.stdout.write('started', () => { ${then} });`;
    const parent = spawn(
      process.execPath,
      ['--import', './tools/typescript.mjs', '--input-type=module', '-e', script],
      { cwd: productFolder, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    // The program has the other end of the pipe, too.
    const closed = once(parent.stdout, 'close');
    expect(String(await once(parent.stdout, 'data'))).toBe('started');
    if (signal) parent.kill(signal);
    await closed;
  },
);
