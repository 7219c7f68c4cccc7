import { socketPort } from './socket.ts';

// Sized for a small machine with a few million sales; everything else is PostgreSQL's default.
const common: Record<string, string> = {
  listen_addresses: '',
  port: String(socketPort),
  unix_socket_permissions: '0700',
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
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %u ',
  log_checkpoints: 'off',
};

const durable: Record<string, string> = { fsync: 'on', synchronous_commit: 'on' };

// For tests, whose data is discarded: no fsync.
const fleeting: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
};

/** Command line options of the postmaster, after its data folder. */
export function postgresSettings(socketDir: string, isDurable: boolean): string[] {
  const settings: Record<string, string> = {
    ...common,
    ...(isDurable ? durable : fleeting),
    unix_socket_directories: socketDir,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
