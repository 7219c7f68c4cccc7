import type { Provider } from '@openfeature/server-sdk';
import { codeOf, messageOf } from '../../../db/start-error.ts';
import { callProvider, flagsThatAreOn, idsThatHave } from './open-feature.ts';
import type { FlagContext, FlagReader } from './port.ts';
import { cacheResponses } from './cached-responses.ts';
import { type Warn, warnSparingly } from './warn-sparingly.ts';

const secondMs = 1000;

export interface RemoteOptions {
  warn: Warn;
  /** Monotonic clock, in milliseconds. */
  now?: () => number;
}

/**
 * Flags from a service behind an OpenFeature provider, which alone decides. Responses are fresh for 30 s; on failure,
 * those of the last five minutes still count, and everything else is off.
 */
export function remoteFlags(
  provider: Provider,
  { warn, now = () => performance.now() }: RemoteOptions,
): FlagReader {
  const send = callProvider(provider);
  const warnNow = warnSparingly(warn, now);
  const remembered = cacheResponses({
    freshMs: 30 * secondMs,
    staleMs: 300 * secondMs,
    pauseMs: 5 * secondMs,
    most: 100_000,
    now,
    onFailure: (error) => {
      warnNow(
        `The flag service does not respond as expected (${reasonOf(error)}): flags stay as they were for up to five minutes, those without a response are off.`,
      );
    },
  });
  const isOn = (flagKey: string, context: FlagContext) =>
    remembered(JSON.stringify([context.id, context.key, flagKey]), () => send(flagKey, context));
  return {
    isSwitchable: false,
    flagsOn: (context) => flagsThatAreOn((flagKey) => isOn(flagKey, context)),
    idsWith: (flag, contexts) => idsThatHave(flag, contexts, isOn),
  };
}

/** Failure reason for the log: the response status, or what prevented a response. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'response' in error && error.response instanceof Response) {
    return `status ${String(error.response.status)} ${error.message}`.trim();
  }
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
  // Keeps third-party text to one short line.
  return (messageOf(error) || codeOf(error)).replaceAll(/\s+/g, ' ').slice(0, 200);
}
