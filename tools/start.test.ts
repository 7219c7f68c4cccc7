import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../db/testing/database.ts';
import { urlOf } from '../db/testing/target.ts';
import { makeTestFolder } from '../db/testing/folder.ts';
import { withTestFolder } from '../db/testing/with-folder.ts';
import { spawnServer } from '../server/testing/services/processes.ts';
import { copyBuild, copyInstallation, packagesOf, runIn } from './testing/installation.ts';

describe('an installation without development packages', () => {
  const folder = withTestFolder();
  beforeAll(async () => {
    await copyInstallation(folder, 'production');
  });
  beforeEach(() => copyBuild(folder));
  afterEach(() => rm(join(folder, 'build'), { recursive: true }));

  const start = (environment: Record<string, string>) =>
    spawnServer(
      { DATA_DIR: join(folder, 'data'), ...environment },
      { folder, program: 'tools/start.mjs' },
    );

  test('starts its build, without a translator of TypeScript', async () => {
    const packages = await packagesOf(folder);
    expect(packages).toContain('fastify');
    for (const name of ['tsx', 'esbuild', 'vite', 'vitest', 'react', '@mantine']) {
      expect(packages).not.toContain(name);
    }
    const database = await createTestDatabase('none');
    const server = start({ DATABASE_URL: urlOf(database.target) });
    expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
    server.process.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, stderr: '' });
    await database.drop();
  });

  test('shows stack traces with the lines of the sources', async () => {
    const { stderr } = await start({ DATA_DIR: '/proc/barback', LOG_LEVEL: 'debug' }).ended;
    expect(stderr).toMatch(/^The data folder \/proc\/barback cannot be written/);
    expect(stderr).toContain(`${folder}/db/data-folder.ts:`);
    expect(stderr).not.toContain('build/server');
  });

  test.each([
    ['server', 'release-jobs'],
    ['web', 'main'],
  ])('ends with a sentence when build/%s is missing', async (missing, program) => {
    await rm(join(folder, 'build', missing), { recursive: true });
    expect(await runIn(folder, ['tools/start.mjs', program])).toEqual({
      code: 1,
      out: '',
      err: `There is no build in build/${missing}, and the development packages that make one are not installed: run npm ci --include=dev, or copy the folder build from an installation of this version.\n`,
    });
  });

  test('uses a build of other sources, and says so', async () => {
    await appendFile(join(folder, 'server/main.ts'), '\n');
    const { code, err } = await runIn(folder, ['tools/start.mjs', 'release-jobs']);
    expect(code).toBe(1);
    expect(err).toMatch(/^The build in build\/server is not that of these sources, and the/);
    expect(err).toContain('There is no database in');
  });
});

test('a build is made when it is missing, or its sources or tools have changed', async () => {
  const folder = await makeTestFolder();
  await copyInstallation(folder, 'all');
  await writeFile(join(folder, 'web/index.html'), '<!doctype html>');
  await writeFile(
    join(folder, 'vite.config.ts'),
    `export default { root: 'web', build: { outDir: '../build/web' } };`,
  );
  const build = () => runIn(folder, ['tools/build.mjs']);
  const made = (...parts: string[]) => ({
    code: 0,
    out: parts.map((part) => `Building the ${part}.\n`).join(''),
    err: '',
  });
  expect(await build()).toEqual(made('server', 'dashboard'));
  expect(await build()).toEqual(made());
  await appendFile(join(folder, 'tools/start.test.ts'), '// Tests are not built.\n');
  expect(await build()).toEqual(made());
  await appendFile(join(folder, 'tools/worker-plugin.ts'), '// Changed.\n');
  expect(await build()).toEqual(made('server', 'dashboard'));
  await appendFile(join(folder, 'web/index.html'), '<title>Changed</title>');
  expect(await build()).toEqual(made('dashboard'));
  const source = join(folder, 'server/version/version.routes.ts');
  await appendFile(source, '// Changed.\n');
  expect(await build()).toEqual(made('server'));

  await appendFile(source, 'const;\n');
  const failed = await build();
  expect(failed.code).toBe(1);
  expect(failed.err).toMatch(
    /server\/version\/version\.routes\.ts:\d+:\d+: [^]*\nThe server could not be built; see the output above\.\n$/,
  );
  await rm(folder, { recursive: true });
});
