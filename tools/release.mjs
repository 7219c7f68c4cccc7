// npm run release: makes build/release/barback-VERSION.tar.gz, which runs with Node.js alone on machines like this one,
// the client barback-client-VERSION.tgz, and with --deb a Debian package of the server.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  lstatSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkNode, fail } from './check-node.mjs';
import { runNpm } from './install.mjs';
import { prepareBuild } from './prepare-build.mjs';
import { makeDeb } from './release/deb.mjs';
import { home, runNode } from './run.mjs';

const contents = [
  'build/server',
  'build/web',
  'db/demo/pictures',
  'db/migrations',
  'db/standard-pictures',
  'docs',
  'tools/check-node.mjs',
  'tools/restart.mjs',
  'tools/start.mjs',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
];
/** Types, sources and maps of packages, which Node.js does not load. */
const neverLoaded = /\.([cm]?tsx?|map|flow)$/;

checkNode();
await prepareBuild('all');
const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
const name = `barback-${manifest.version}`;
const parent = join(home, 'build/release');
const folder = join(parent, name);
rmSync(parent, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const path of contents) cpSync(join(home, path), join(folder, path), { recursive: true });
installPackages();
listPackages();
const archive = pack();
const unpacked = filesUnder(folder).reduce((sum, path) => sum + lstatSync(path).size, 0);
rmSync(folder, { recursive: true });
process.stdout.write(
  `${archive}: ${megabytes(statSync(archive).size)}, unpacked ${megabytes(unpacked)}, for ${process.platform} on ${process.arch}\n`,
);
await makeClient();
process.stdout.write(`${join(parent, `barback-client-${manifest.version}.tgz`)}\n`);

if (process.argv.includes('--deb')) {
  const file = makeDeb(archive, manifest.version);
  process.stdout.write(`${file}: ${megabytes(statSync(file).size)}\n`);
}

/** Installs the packages of production as package-lock.json names them. */
function installPackages() {
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(home, file), join(folder, file));
  }
  npm(['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(releaseManifest(), null, 2)}\n`);
  rmSync(join(folder, 'package-lock.json'));
  removeOptionalPeers();
  for (const path of filesUnder(join(folder, 'node_modules'))) {
    if (neverLoaded.test(path)) rmSync(path);
  }
}

/**
 * Removes packages of development that npm keeps because one of production can use them but need not: TypeScript, with
 * which a package could read settings.
 */
function removeOptionalPeers() {
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  const kept = Object.entries(lock.packages).filter(([, { devOptional }]) => devOptional);
  for (const [path, { bin = {}, optionalDependencies = {} }] of kept) {
    const programs = Object.keys(bin).map((name) => `node_modules/.bin/${name}`);
    const parts = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`);
    for (const each of [path, ...programs, ...parts]) {
      rmSync(join(folder, each), { recursive: true, force: true });
    }
  }
}

/** Lists what is installed, without the packages of other platforms, which package-lock.json has too. */
function listPackages() {
  const bill = npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']);
  writeFileSync(join(folder, 'sbom.cdx.json'), bill);
}

async function makeClient() {
  const args = ['--import', './tools/typescript.mjs', 'tools/client.ts', parent];
  const { ok, output } = await runNode(args);
  if (!ok) fail(`The client could not be made:\n${output}`);
}

function npm(args) {
  const { status, stdout, stderr, error } = runNpm(args, folder);
  if (status === 0) return stdout;
  process.stderr.write(stderr ?? '');
  return fail(`npm ${args[0]} failed (${error?.message ?? 'see the output above'}).`);
}

/** The package.json of a release has neither development packages nor scripts that need them. */
function releaseManifest() {
  const { devDependencies: _dev, overrides: _overrides, scripts, ...rest } = manifest;
  const kept = Object.entries(scripts).filter(([, script]) =>
    script.startsWith('node tools/start.mjs'),
  );
  return { ...rest, scripts: Object.fromEntries(kept) };
}

function pack() {
  const file = join(parent, `${name}.tar.gz`);
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  const { status, stderr, error } = spawnSync('tar', [...owner, '-czf', file, name], {
    cwd: parent,
    encoding: 'utf8',
  });
  if (status !== 0) fail(`tar failed: ${error?.message ?? stderr}`);
  return file;
}

function filesUnder(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    return entry.isDirectory() ? filesUnder(inner) : [inner];
  });
}

function megabytes(bytes) {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
