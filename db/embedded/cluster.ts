import type { Binaries } from './binaries.ts';
import type { SystemUser } from './user.ts';

/** An embedded database: its files, programs and system user. */
export interface Cluster {
  /** Real path of its files. */
  folder: string;
  logFile: string;
  user: SystemUser | null;
  binaries: Binaries;
  /** False only in tests: a machine crash may then lose data. */
  durable: boolean;
}
