// Test helper: a second systemd on a copy of this machine's root folder, to install packages in. Nothing of it is left.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('boot-machine.sh', import.meta.url));
const namespaces = ['--mount', '--pid', '--net', '--uts', '--ipc', '--cgroup', '--fork'];
/** Of the machine: settings and data of an installation, and the rule of containers that no service is started. */
const leftOut = ['/etc/barback', '/opt/barback', '/var/lib/barback', '/usr/sbin/policy-rc.d'];

export interface Ran {
  code: number | null;
  /** Both outputs. */
  out: string;
}

export interface Machine {
  /** Runs a command line as root. */
  run(command: string): Promise<Ran>;
  stop(): Promise<void>;
}

/** Returns why no machine can be started here, or null. */
export function missingForMachine(): string | null {
  if (!existsSync('/etc/debian_version')) return 'this is not Debian';
  if (process.getuid?.() !== 0) return 'it needs root';
  if (!existsSync('/lib/systemd/systemd')) return 'systemd is not installed';
  if (cgroups() === null) return 'there are no control groups of version 2';
  if (spawnSync('unshare', [...namespaces, 'true']).status !== 0) return 'namespaces are forbidden';
  const query = ['-W', '-f', '${Version}', 'nodejs'];
  const version = spawnSync('dpkg-query', query, { encoding: 'utf8' }).stdout;
  const isNew = spawnSync('dpkg', ['--compare-versions', version || '0', 'ge', '20.19']);
  return isNew.status === 0 ? null : 'Node.js is no Debian package of 20.19 or newer';
}

function cgroups(): string | null {
  return /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? null;
}

export async function startMachine(): Promise<Machine> {
  // Not in a temporary folder of the tests, which others may remove.
  const folder = await mkdtemp('/run/barback-machine-');
  const group = join(cgroups() ?? '', `barback-test-${String(process.pid)}`);
  await mkdir(group);
  const start = 'echo $$ > "$0/cgroup.procs"; exec unshare "$@"';
  const boot = [...namespaces, '--kill-child', 'sh', script, folder, ...leftOut];
  const outside = spawn('sh', ['-c', start, group, ...boot], { stdio: ['ignore', 'pipe', 'pipe'] });
  let reported = '';
  for (const output of [outside.stdout, outside.stderr])
    output.on('data', (chunk: Buffer) => (reported += chunk.toString()));
  const ended = once(outside, 'exit');

  const run = async (command: string): Promise<Ran> => {
    const pid = await firstProcess(outside.pid ?? 0);
    const environment = ['-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C.UTF-8'];
    const enter = ['-t', pid, '--all', '--', 'env', ...environment, 'sh', '-c', command];
    const child = spawn('nsenter', enter, { stdio: ['ignore', 'pipe', 'pipe'] });
    const ran: Ran = { code: null, out: '' };
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk: Buffer) => (ran.out += chunk.toString()));
    await once(child, 'close');
    return { ...ran, code: child.exitCode };
  };
  const isUp = async (): Promise<boolean> => {
    const { out } = await run('systemctl is-system-running');
    return /^(running|degraded)$/m.test(out);
  };
  while (!(await isUp())) {
    if (outside.exitCode !== null) throw new Error(`The machine ended: ${reported}`);
    await wait(50);
  }
  const stop = async (): Promise<void> => {
    outside.kill('SIGKILL');
    await ended;
    await removeGroup(group);
    await rm(folder, { recursive: true });
  };
  return { run, stop };
}

async function firstProcess(pid: number): Promise<string> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.trim() || '0';
}

/** Removes an empty control group; the kernel frees it a moment after its last process. */
async function removeGroup(group: string): Promise<void> {
  for (const entry of await readdir(group, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeGroup(join(group, entry.name));
  }
  for (;;) {
    const error = await rmdir(group).then(
      () => null,
      (thrown: NodeJS.ErrnoException) => thrown,
    );
    if (error === null || error.code !== 'EBUSY') return;
    await wait(20);
  }
}
