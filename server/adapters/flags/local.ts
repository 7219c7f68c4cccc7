import type { Provider } from '@openfeature/server-sdk';
import type { Db } from '../../../db/tables/tables.ts';
import { messageOf } from '../../../db/start-error.ts';
import { callProvider, flagsThatAreOn } from './open-feature.ts';
import type { FlagReader } from './port.ts';
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
  return {
    isSwitchable: true,
    flagsOn: async (context) => {
      const switches = await db
        .selectFrom('flag_switches')
        .select(['flag', 'enabled'])
        .where('kind', '=', context.kind)
        .where('key', '=', context.key)
        .execute();
      const on = await flagsThatAreOn((flagKey) =>
        send(flagKey, context).catch((error: unknown) => {
          warnNow(
            `FLAGS_FILE does not tell whether ${flagKey} is on (${messageOf(error)}): it is off.`,
          );
          return false;
        }),
      );
      for (const { flag, enabled } of switches) {
        if (enabled) on.add(flag);
        else on.delete(flag);
      }
      return on;
    },
  };
}
