import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { socketPort } from './socket.ts';

/** Sized for a small machine with a few million sales; everything else is PostgreSQL's default. */
const changeable: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // JIT compilation costs more than our queries take.
  jit: 'off',
  random_page_cost: '1.1',
  max_wal_size: '4GB',
  checkpoint_timeout: '10min',
  checkpoint_completion_target: '0.9',
  log_line_prefix: '%m [%p] %u ',
  log_checkpoints: 'off',
  log_min_duration_statement: '1s',
  // Values of statements are personal data and secrets.
  log_parameter_max_length: '0',
};

/** On the command line, which no file overrides: what the server relies on. */
const fixed: Record<string, string> = {
  listen_addresses: '',
  port: String(socketPort),
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const durable: Record<string, string> = { fsync: 'on', synchronous_commit: 'on' };

// For tests, whose data is discarded: no fsync.
const fleeting: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
};

const fileName = 'barback.conf';

/** Command line options of the postmaster, after its data folder. */
export function postgresSettings(
  { folder, durable: isDurable }: Cluster,
  socketDir: string,
): string[] {
  const settings: Record<string, string> = {
    ...fixed,
    ...(isDurable ? durable : fleeting),
    config_file: join(folder, fileName),
    unix_socket_directories: socketDir,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Writes the configuration file of the postmaster, which lets local.conf override its settings. */
export async function writeSettings({ folder, user }: Cluster): Promise<void> {
  const lines = [
    '# Written by Barback at each start. Settings in local.conf, in this folder, override these.',
    `include 'postgresql.conf'`,
    ...Object.entries(changeable).map(([name, value]) => `${name} = '${value}'`),
    `include_if_exists 'local.conf'`,
  ];
  const file = join(folder, fileName);
  const text = `${lines.join('\n')}\n`;
  // A restart needs no space on a full disk.
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  const unfinished = `${file}.new-${String(process.pid)}`;
  try {
    await writeFile(unfinished, text, { mode: 0o600 });
    if (user !== null) await chown(unfinished, user.uid, user.gid);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
