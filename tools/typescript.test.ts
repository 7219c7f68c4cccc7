import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { makeTestFolder } from '../db/testing/folder.ts';
import { home } from './import-graph.ts';

const loader = 'tools/typescript.mjs';
const read = (file: string): string => readFileSync(join(home, file), 'utf8');
const services = readdirSync(join(home, 'docs/scaling-out'))
  .filter((name) => name.endsWith('.service'))
  .map((name) => read(`docs/scaling-out/${name}`));

test('only scripts for development translate TypeScript as they run, and without the shared cache', () => {
  const translating = Object.entries<string>(packageJson.scripts).filter(([, command]) =>
    /\bnode\b.*\.ts\b|\btsx\b/.test(command),
  );
  expect(translating.map(([name]) => name).sort()).toEqual([
    'bench',
    'bench:fleet',
    'env-example',
    'map',
    'resilience',
  ]);
  for (const [, command] of translating) expect(command).toContain(`node --import ./${loader} `);
  const programs = readdirSync(join(home, 'tools')).filter((name) => name.endsWith('.mjs'));
  expect(programs.filter((name) => read(`tools/${name}`).includes(`'tsx`))).toEqual([
    'typescript.mjs',
  ]);
});

test('services run programs of the build, with stack traces that name the sources', () => {
  const commands = services.flatMap((text) => text.match(/^ExecStart=.*node .*$/m) ?? []);
  expect(commands).toHaveLength(services.length);
  for (const command of commands) {
    const [, program = ''] =
      /\/usr\/bin\/node --enable-source-maps (build\/server\/[\w-]+\.js)\b/.exec(command) ?? [];
    expect(existsSync(join(home, program)), command).toBe(true);
    expect(program).not.toBe('');
  }
});

test('the services of backups and restores are confined like that of the server', () => {
  const confinement =
    /^(?:NoNew|Private|Protect|Restrict|Lock|Capability|SystemCall|Ambient)\w*=.*$/gm;
  const [first = [], ...others] = services.map((text) => (text.match(confinement) ?? []).sort());
  expect(first).toContain('ProtectSystem=strict');
  expect(first.length).toBeGreaterThan(15);
  for (const other of others) expect(other).toEqual(first);
});

test('services stop their program first, and not the embedded PostgreSQL that it uses', () => {
  for (const text of services) expect(text).toMatch(/^KillMode=mixed$/m);
});

test('a command leaves nothing in the temporary folder, from which others could run code', async () => {
  const folder = await makeTestFolder();
  const [program = '', ...args] = packageJson.scripts['release-jobs'].split(' ');
  const child = spawn(program, args, {
    cwd: home,
    env: { ...process.env, TMPDIR: folder, DATA_DIR: join(folder, 'none') },
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
