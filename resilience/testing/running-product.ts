/** The product in its default setup, in its own folder, to be used and killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { productFolder } from '../../db/product-folder.ts';

const main = join(productFolder, 'build/server/main.js');

export interface RunningProduct {
  url: string;
  pid: number;
  /** Returns what it has printed, and its log. */
  output(): string;
  /** Sends kill -9 to the server alone or also to its PostgreSQL; resolves when they have exited. */
  kill(also?: 'postgres'): Promise<void>;
  /** Stops it like Ctrl-C. */
  stop(): Promise<void>;
}

/** Starts it on a free port and waits until it prints its address. */
export async function startProduct(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningProduct> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      NODE_ENV: 'development',
      DATABASE_URL: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const url = await addressOf(child, () => output);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    kill: async (also) => {
      const postmaster = also === 'postgres' ? await postmasterOf(dataDir) : null;
      child.kill('SIGKILL');
      if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
      await gone;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = () => {
      const [url] = /http:\/\/localhost:\d+/.exec(output()) ?? [];
      if (url) resolve(url.replace('localhost', '127.0.0.1'));
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', () => reject(new Error(`The server did not start: ${output()}`)));
  });
}

async function postmasterOf(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** Polls a condition; throws with its description on timeout. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number,
): Promise<void> {
  const patience = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > patience) throw new Error(`Waited ${patienceMs} ms for ${isSo.toString()}`);
    await wait(20);
  }
}

// Makes an installation whose built files of the dashboard have other names, as in the next version.

/** Fills an empty folder with the installation; the product has to be built. */
export async function makeNextVersion(folder: string): Promise<void> {
  for (const name of await readdir(productFolder)) {
    if (name !== 'build') await symlink(join(productFolder, name), join(folder, name));
  }
  await mkdir(join(folder, 'build'));
  for (const part of ['server', 'web']) {
    const path = join('build', part);
    // Files are renamed below, not those that the build compressed: the server sends the others without them.
    const filter = (file: string): boolean => !/\.(gz|br)$/.test(file);
    await cp(join(productFolder, path), join(folder, path), { recursive: true, filter });
  }
  const web = join(folder, 'build', 'web');
  const assets = join(web, 'assets');
  const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  for (const file of [join(web, 'index.html'), ...names.map((name) => join(assets, name))]) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/[\w.-]+\.(?:js|css)\b/g, renamed));
  }
  for (const name of names) await rename(join(assets, name), join(assets, renamed(name)));

  function renamed(name: string): string {
    return names.includes(name) ? name.replace(/(\.\w+)$/, '-next$1') : name;
  }
}
