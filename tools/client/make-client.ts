import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import packageJson from '../../package.json' with { type: 'json' };
import { home } from '../import-graph.ts';
import { callTypes, publishedCalls } from './call-types.ts';

const run = promisify(execFile);
const { version, license } = packageJson;

const manifest = {
  name: '@barback/client',
  version,
  license,
  description: 'Client of the API of Barback',
  type: 'module',
  exports: { types: './client.d.ts', default: './client.js' },
  sideEffects: false,
  engines: { node: '>=20.3' },
};

/**
 * Packs the client into a folder: one file of JavaScript without dependencies, and its types.
 * @returns the tarball
 */
export async function makeClient(folder: string): Promise<string> {
  const parts = await mkdtemp(join(tmpdir(), 'barback-client-'));
  const contents = join(parts, 'package');
  try {
    await mkdir(contents);
    await writeProgram(contents);
    await writeTypes(parts, contents);
    await writeFile(join(contents, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await cp(join(home, 'client/README.md'), join(contents, 'README.md'));
    await cp(join(home, 'LICENSE'), join(contents, 'LICENSE'));
    await mkdir(folder, { recursive: true });
    await run('npm', ['pack', contents, '--pack-destination', folder], { cwd: parts });
    return join(folder, `barback-client-${version}.tgz`);
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}

/** With the methods and paths of the published calls in place of the contract. */
async function writeProgram(contents: string): Promise<void> {
  const paths = publishedCalls.map(([name, { method, path }]) => [name, { method, path }]);
  const table = JSON.stringify(Object.fromEntries(paths));
  await build({
    absWorkingDir: home,
    entryPoints: ['client/client.ts'],
    outdir: contents,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'silent',
    plugins: [
      {
        name: 'endpoint-paths',
        setup: (bundler) =>
          bundler.onLoad({ filter: /\/endpoint-paths\.ts$/ }, () => ({
            contents: `export const endpointPaths = ${table};`,
          })),
      },
    ],
  });
}

async function writeTypes(parts: string, contents: string): Promise<void> {
  const options = {
    extends: join(home, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      // The check of the sources is that of the repository.
      noCheck: true,
      types: ['node'],
      typeRoots: [join(home, 'node_modules/@types')],
      rootDir: home,
      outDir: join(parts, 'types'),
    },
    files: [join(home, 'client/client.ts')],
  };
  const file = join(parts, 'tsconfig.json');
  await writeFile(file, JSON.stringify(options));
  await run(process.execPath, [join(home, 'node_modules/typescript/bin/tsc'), '-p', file]);
  for (const name of ['client/client', 'web/api/api-error']) {
    const text = await readFile(join(parts, `types/${name}.d.ts`), 'utf8');
    const beside = text.replaceAll(/ from '.*\/([\w-]+)\.ts'/g, " from './$1.js'");
    await writeFile(join(contents, `${name.split('/').at(-1)}.d.ts`), beside);
  }
  await writeFile(join(contents, 'calls.d.ts'), callTypes());
}
