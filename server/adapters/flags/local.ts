import { readFile, stat } from 'node:fs/promises';
import { FlagdCore, MemoryStorage } from '@openfeature/flagd-core';
import type { Provider } from '@openfeature/server-sdk';
import { sql } from 'kysely';
import { generatedOnce } from '../../../db/generated-once.ts';
import { codeOf, messageOf, StartupError } from '../../../db/start-error.ts';
import type { Db } from '../../../db/tables/tables.ts';
import {
  callProvider,
  flagsThatAreOn,
  idsThatHave,
  type Warn,
  warnSparingly,
} from './open-feature.ts';
import type { FlagContext, FlagReader } from './port.ts';

interface Options {
  /** Defaults for flags without a switch; without a file, everything is off. */
  file?: Provider | undefined;
  warn?: Warn;
}

/**
 * Flags from the switches in our own database, falling back to the flag file. Nothing is cached, so a switch takes
 * effect at once, in every process.
 */
export function embeddedFlags(db: Db, { file, warn = () => {} }: Options = {}): FlagReader {
  const send = file === undefined ? () => Promise.resolve(false) : callProvider(file);
  const warnNow = warnSparingly(warn, () => performance.now());
  const isOnInFile = (flagKey: string, context: FlagContext): Promise<boolean> =>
    send(flagKey, context).catch((error: unknown) => {
      warnNow(
        `FLAGS_FILE does not tell whether ${flagKey} is on (${messageOf(error)}): it is off.`,
      );
      return false;
    });
  return {
    isSwitchable: true,
    flagsOn: async (context) => {
      const switches = await listSwitches(db, [context.venueId], [context.id]);
      const on = await flagsThatAreOn((flagKey) => isOnInFile(flagKey, context));
      for (const { flag, enabled } of switches) {
        if (enabled) on.add(flag);
        else on.delete(flag);
      }
      return on;
    },
    idsWith: async (flag, contexts) => {
      const venueIds = contexts.map(({ venueId }) => venueId);
      const ids = contexts.map(({ id }) => id);
      const switches = await listSwitchesOfFlag(db, distinct(venueIds), distinct(ids), flag);
      const on = await idsThatHave(flag, contexts, isOnInFile);
      for (const { target_id: id, enabled } of switches) {
        if (enabled) on.add(id);
        else on.delete(id);
      }
      return on;
    },
  };
}

const switchesOf = (db: Db, venueIds: readonly string[], targetIds: readonly string[]) =>
  db
    .selectFrom('flag_switches')
    .select(['target_id', 'flag', 'enabled'])
    .where('venue_id', '=', anyOf(venueIds))
    .where('target_id', '=', anyOf(targetIds));

const listSwitches = generatedOnce(switchesOf);
const listSwitchesOfFlag = generatedOnce(
  (db, venueIds: readonly string[], targetIds: readonly string[], flag: string) =>
    switchesOf(db, venueIds, targetIds).where('flag', '=', flag),
);

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

// FLAGS_FILE, in flagd's JSON format, as an OpenFeature provider; reloaded on every change.

const checkIntervalMs = 500;

/** Throws a StartupError when the file is missing or invalid; on later errors, keeps the last valid one. */
export async function openFlagFile(path: string, warn: Warn): Promise<Provider> {
  const storage = new MemoryStorage(silent, { disableDynamicCodeGeneration: true });
  let seen = '';
  let isChecking = false;

  /** Reloads the file if it changed; returns the error message, or null. */
  const look = async (): Promise<string | null> => {
    const version = await versionOf(path);
    if (version === seen) return null;
    seen = version;
    try {
      storage.setConfigurations(await readFile(path, 'utf8'), true);
      return null;
    } catch (error) {
      return errorWith(path, error);
    }
  };

  const problem = await look();
  if (problem !== null) throw new StartupError(`${problem}: correct it, or leave FLAGS_FILE out.`);

  const checkAgain = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const found = await look();
    isChecking = false;
    if (found !== null) warn(`${found}; the flags stay as they were.`);
  };
  // Polling also detects changes that watching misses: editors and mounts that replace the file.
  const readLimit = setInterval(() => void checkAgain(), checkIntervalMs).unref();
  return providerOf(new FlagdCore(storage, silent), () => {
    clearInterval(readLimit);
  });
}

async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    return codeOf(error);
  }
}

const providerOf = (core: FlagdCore, close: () => void): Provider => ({
  metadata: { name: 'flag file' },
  runsOn: 'server',
  resolveBooleanEvaluation: async (flag, otherwise, context) =>
    core.resolveBooleanEvaluation(flag, otherwise, context),
  resolveStringEvaluation: async (flag, otherwise, context) =>
    core.resolveStringEvaluation(flag, otherwise, context),
  resolveNumberEvaluation: async (flag, otherwise, context) =>
    core.resolveNumberEvaluation(flag, otherwise, context),
  resolveObjectEvaluation: async (flag, otherwise, context) =>
    core.resolveObjectEvaluation(flag, otherwise, context),
  onClose: async () => close(),
});

function errorWith(path: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return `FLAGS_FILE names ${path}, which is not there`;
  if (code !== '' && error instanceof Error && 'syscall' in error) {
    return `FLAGS_FILE names ${path}, which cannot be read (${code})`;
  }
  // flagd reports the path as a JSON document in its message, and a JSON syntax error as the cause.
  const place = /"instancePath": "([^"]+)"/.exec(messageOf(error))?.[1];
  const cause = error instanceof Error && error.cause ? messageOf(error.cause) : undefined;
  const detail = place ?? cause;
  return `FLAGS_FILE names ${path}, which is not in flagd's format${detail === undefined ? '' : ` (${detail})`}`;
}

const ignore = (): void => {};
const silent = { error: ignore, warn: ignore, info: ignore, debug: ignore };
