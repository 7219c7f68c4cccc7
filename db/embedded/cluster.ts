import type { Binaries } from './binaries.ts';
import type { SystemUser } from './user.ts';

/** A built-in database: its files and who runs it with what. */
export interface Cluster {
  /** The real path of its files. */
  folder: string;
  logFile: string;
  user: SystemUser | null;
  binaries: Binaries;
  /** false only in tests: a crash of the machine may then lose data. */
  durable: boolean;
}
