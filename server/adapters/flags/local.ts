import type { Provider } from '@openfeature/server-sdk';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables/tables.ts';
import { messageOf } from '../../../db/start-error.ts';
import { callProvider, flagsThatAreOn, idsThatHave } from './open-feature.ts';
import type { FlagContext, FlagReader } from './port.ts';
import { type Warn, warnSparingly } from './warn-sparingly.ts';

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
  const switchesOf = (contexts: readonly FlagContext[]) =>
    db
      .selectFrom('flag_switches')
      .select(['target_id', 'flag', 'enabled'])
      .where('venue_id', '=', anyOf(contexts.map(({ venueId }) => venueId)))
      .where('target_id', '=', anyOf(contexts.map(({ id }) => id)));
  return {
    isSwitchable: true,
    flagsOn: async (context) => {
      const switches = await switchesOf([context]).execute();
      const on = await flagsThatAreOn((flagKey) => isOnInFile(flagKey, context));
      for (const { flag, enabled } of switches) {
        if (enabled) on.add(flag);
        else on.delete(flag);
      }
      return on;
    },
    idsWith: async (flag, contexts) => {
      const switches = await switchesOf(contexts).where('flag', '=', flag).execute();
      const on = await idsThatHave(flag, contexts, isOnInFile);
      for (const { target_id: id, enabled } of switches) {
        if (enabled) on.add(id);
        else on.delete(id);
      }
      return on;
    },
  };
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${[...new Set(ids)]}::uuid[])`;
