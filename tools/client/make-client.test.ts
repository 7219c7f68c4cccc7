/** The example of docs/developers.md with the client, which is installed from its tarball. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { settle } from '../../server/testing/places.ts';
import { app, withApp } from '../../server/testing/with-app.ts';
import { home } from '../import-graph.ts';
import { makeClient } from './make-client.ts';

const run = promisify(execFile);

withApp({ now: new Date() });

const folder = withTestFolder();
beforeAll(async () => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await run('npm', ['install', '--offline', await makeClient(folder)], { cwd: folder });
  const text = await readFile(join(home, 'docs/developers.md'), 'utf8');
  const example = /```ts\n([^]*?)```/.exec(text)?.[1] ?? expect.fail('There is no example');
  // It has no annotations, which Node.js 20 could not read.
  for (const name of ['example.ts', 'example.js']) await writeFile(join(folder, name), example);
});

test('the example has right types', async () => {
  const types = ['--types', 'node', '--typeRoots', join(home, 'node_modules/@types')];
  const options = ['--strict', '--noEmit', '--module', 'nodenext', ...types];
  const compiler = join(home, 'node_modules/typescript/bin/tsc');
  const checked = run(process.execPath, [compiler, ...options, 'example.ts'], { cwd: folder });
  expect(await checked).toEqual({ stdout: '', stderr: '' });
});

test('the example reads the sales', async () => {
  await app.app.listen({ port: 0 });
  const { owner } = await settle(app, 'Rooftop');
  const body = { name: 'Example', scopes: ['reports:read'] };
  const made = await app.send('POST', '/api/tokens', { token: owner.token, body });
  const { port } = app.app.server.address() as AddressInfo;
  const env = { BARBACK_URL: `http://localhost:${port}`, BARBACK_TOKEN: made.body.token };
  const { stdout, stderr } = await run(process.execPath, ['example.js'], { cwd: folder, env });
  expect(stdout).toMatch(/^Rooftop Bar \S+T\S+Z \d/);
  expect(stderr).toBe('');
});
