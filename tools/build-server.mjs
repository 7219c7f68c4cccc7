import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildStamp } from './build-stamp.mjs';
import { home } from './run.mjs';

/** Programs of build/server by name. */
const programs = {
  main: 'server/main.ts',
  'make-parquet': 'server/exports/make-parquet.ts',
  migrate: 'tools/migrate.ts',
  account: 'tools/account.ts',
  distribute: 'tools/distribute.ts',
  partition: 'tools/partition.ts',
  verify: 'tools/verify.ts',
  backup: 'tools/backup.ts',
  restore: 'tools/restore.ts',
  'import-sales': 'tools/import-sales.ts',
  'release-jobs': 'tools/release-jobs.ts',
  simulate: 'simulator/simulate.ts',
};

/**
 * Packages of many small files, whose loading would take a third of the time of a start. They read no files of their own,
 * which a package must not do to be bundled.
 */
const bundledPackages = [
  '@simplewebauthn/server',
  'jose',
  'kysely',
  'libphonenumber-js',
  'stripe',
  'zod',
];

/** Folders of what the programs are built from. */
export const sourceFolders = [
  'client',
  'contract',
  'db',
  'lib',
  'rules',
  'server',
  'simulator',
  'tools',
  'web/api',
];
const sources = [...sourceFolders, 'package.json', 'package-lock.json'];
const built = join(home, 'build/server');

const stampOfBuild = () => buildStamp('build/server.stamp', sources);

export const isServerBuilt = () => existsSync(join(built, 'main.js'));

/** Returns true if the sources are those of the build. */
export const isServerCurrent = () => isServerBuilt() && stampOfBuild().isCurrent();

/**
 * Builds the server and the commands of operators into build/server unless they exist and their sources are unchanged.
 * Packages are loaded from node_modules, except `bundledPackages`; migrations from db/migrations.
 * @returns {Promise<{ok: boolean, output: string}>} errors of the build on failure
 */
export async function ensureServerBuilt() {
  const stamp = stampOfBuild();
  if (isServerBuilt() && stamp.isCurrent()) return { ok: true, output: '' };

  process.stdout.write('Building the server.\n');
  const unfinished = `${built}.new-${String(process.pid)}`;
  try {
    await bundle(programs, unfinished);
    stamp.remove();
    place(unfinished);
    stamp.write();
    return { ok: true, output: '' };
  } catch (error) {
    return { ok: false, output: `${error instanceof Error ? error.message : String(error)}\n` };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function externalPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const outside = Object.keys(dependencies).filter((name) => !bundledPackages.includes(name));
  return outside.flatMap((name) => [name, `${name}/*`]);
}

/**
 * Bundles programs as those of a release.
 * @param {Record<string, string>} entryPoints path in the repository, by name
 * @param {string} folder for NAME.js
 */
export async function bundle(entryPoints, folder) {
  const { build, stop } = await import('esbuild');
  try {
    await build({
      absWorkingDir: home,
      entryPoints,
      outdir: folder,
      bundle: true,
      splitting: true,
      external: externalPackages(),
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      // Comments and indentation would stay in memory as long as the process runs, in two bytes a character.
      minifyWhitespace: true,
      chunkNames: 'chunks/[name]-[hash]',
      sourcemap: 'linked',
      sourcesContent: false,
      logLevel: 'silent',
    });
  } finally {
    // Ends the process of esbuild, which would otherwise live as long as a server that is started next.
    await stop();
  }
}

/** Replaces the previous build as a whole: a process that starts meanwhile never sees a part of one. */
function place(folder) {
  rmSync(built, { recursive: true, force: true });
  try {
    renameSync(folder, built);
  } catch (error) {
    // Another process has built the same sources.
    if (!isServerBuilt()) throw error;
  }
}
