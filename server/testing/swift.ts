// Test helper: a real S3 server, OpenStack Swift with its s3api, started from Debian's packages where those are
// installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { freePorts } from '../../db/testing/free-ports.ts';
import { untilExit } from '../../db/testing/until-exit.ts';

const rings = ['account', 'container', 'object'] as const;
const programs = [
  'memcached',
  'swift-ring-builder',
  'swift-proxy-server',
  ...rings.map((ring) => `swift-${ring}-server`),
];

/** Lists missing programs; Swift starts when there are none. */
export const missingPrograms = (): string[] => programs.filter((program) => !isThere(program));

function isThere(program: string): boolean {
  try {
    accessSync(join('/usr/bin', program));
    return true;
  } catch {
    return false;
  }
}

export interface Swift {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  stop(): Promise<void>;
}

export async function startSwift(): Promise<Swift> {
  const folder = await makeTestFolder();
  const running: ChildProcess[] = [];
  const run = (program: string, args: string[]): void => {
    running.push(untilExit(spawn(join('/usr/bin', program), args, { stdio: 'ignore' })));
  };
  const [proxyPort = 0, cachePort = 0, ...ringPorts] = await freePorts(2 + rings.length);
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true });
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = barback\n');
  await writeFile(join(folder, 'proxy.conf'), proxySettings(folder, proxyPort, cachePort));
  for (const [index, ring] of rings.entries()) {
    const port = ringPorts[index] ?? 0;
    await writeFile(join(folder, `${ring}.conf`), ringSettings(folder, ring, port));
    buildRing(folder, ring, port);
    run(`swift-${ring}-server`, [join(folder, `${ring}.conf`)]);
  }
  const asUser = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  run('memcached', [...asUser, '-l', '127.0.0.1', '-p', String(cachePort)]);
  run('swift-proxy-server', [join(folder, 'proxy.conf')]);
  const endpoint = `http://127.0.0.1:${String(proxyPort)}`;
  await responses([proxyPort, cachePort, ...ringPorts]);
  return {
    endpoint,
    accessKey: 'bar:back',
    secretKey: 'pour-one-out',
    stop: async () => {
      const ends = running.map((child) => once(child, 'exit'));
      for (const child of running) child.kill('SIGKILL');
      await Promise.all(ends);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function buildRing(folder: string, ring: string, port: number): void {
  const builder = join(folder, `${ring}.builder`);
  for (const args of [
    ['create', '1', '1', '0'],
    ['add', `r1z1-127.0.0.1:${String(port)}/d1`, '1'],
    ['rebalance'],
  ]) {
    spawnSync('/usr/bin/swift-ring-builder', [builder, ...args], { stdio: 'ignore' });
  }
}

const shared = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${String(port)}
workers = 0
swift_dir = ${folder}
user = ${userInfo().username}
`;

const ringSettings = (
  folder: string,
  ring: string,
  port: number,
): string => `${shared(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${ring}-server
[app:${ring}-server]
use = egg:swift#${ring}
fallocate_reserve = 0
`;

const proxySettings = (
  folder: string,
  port: number,
  cachePort: number,
): string => `${shared(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${String(cachePort)}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_bar_back = pour-one-out .admin
`;

/** Waits until every port accepts connections. */
async function responses(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const deadline = Date.now() + 20_000;
    while (!(await accepts(port))) {
      if (Date.now() > deadline) throw new Error(`Swift does not answer on port ${String(port)}`);
      await wait(50);
    }
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
