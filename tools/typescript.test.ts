import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { makeTestFolder } from '../db/testing/folder.ts';
import { home } from './import-graph.ts';

const loader = 'tools/typescript.mjs';
const read = (file: string): string => readFileSync(join(home, file), 'utf8');

test('every script and service runs TypeScript without the shared cache', () => {
  const services = readdirSync(join(home, 'docs/scaling-out')).filter((name) =>
    name.endsWith('.service'),
  );
  const commands = [
    ...Object.values<string>(packageJson.scripts),
    ...services.flatMap((name) => read(`docs/scaling-out/${name}`).match(/^ExecStart=.*$/m) ?? []),
  ].filter((command) => /\.ts\b|\btsx\b/.test(command));
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((command) => !command.includes(`node --import ./${loader} `))).toEqual([]);
  const programs = readdirSync(join(home, 'tools')).filter((name) => name.endsWith('.mjs'));
  expect(programs.filter((name) => read(`tools/${name}`).includes(`'tsx`))).toEqual([
    'typescript.mjs',
  ]);
});

test('a command leaves nothing in the temporary folder, from which others could run code', async () => {
  const folder = await makeTestFolder();
  const [program = '', ...args] = packageJson.scripts['release-jobs'].split(' ');
  const child = spawn(program, args, {
    cwd: home,
    env: { ...process.env, TMPDIR: folder, TSX_DISABLE_CACHE: '', DATA_DIR: join(folder, 'none') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let reported = '';
  child.stderr.on('data', (chunk: Buffer) => {
    reported += chunk.toString();
  });
  await once(child, 'close');
  expect(reported).toContain(`There is no database in ${join(folder, 'none')} yet`);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
