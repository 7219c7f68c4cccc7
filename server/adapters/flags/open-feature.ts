/** Evaluates the six flags with any OpenFeature provider. */
import { randomUUID } from 'node:crypto';
import { ErrorCode, type Hook, OpenFeature, type Provider } from '@openfeature/server-sdk';
import { flagNames } from '../../../contract/flags.ts';
import type { FlagContext } from './port.ts';

/** Evaluates one flag; rejects when the provider cannot. */
type EvaluateFlag = (flagKey: string, context: FlagContext) => Promise<boolean>;

export function callProvider(provider: Provider): EvaluateFlag {
  // The SDK holds one provider per domain for the whole process; each reader uses its own domain.
  const domain = randomUUID();
  const settled = OpenFeature.setProviderAndWait(domain, provider).catch(() => undefined);
  // A provider without initialization is ready at once, but not before the next turn of the event loop; one with
  // initialization is not awaited.
  const ready = provider.initialize === undefined ? settled : Promise.resolve();
  const client = OpenFeature.getClient(domain);
  return async (flagKey, { kind, venueId, id, key }) => {
    await ready;
    const context = { kind, targetingKey: key, id, venueId };
    let failure: unknown;
    const onFailure: Hook = {
      error: (_call, error) => {
        failure = error;
      },
    };
    const details = await client.getBooleanDetails(flagKey, false, context, { hooks: [onFailure] });
    const { errorCode } = details;
    if (errorCode !== undefined && errorCode !== ErrorCode.FLAG_NOT_FOUND) throw failure;
    return details.value;
  };
}

/** One flag has two keys; it is on when either is. */
const otherKeys: Record<string, string[]> = { 'general--multiple-bottles': ['native--1bpd'] };

type IsOn = (flagKey: string) => Promise<boolean>;

/** Returns true when `isOn` does for any key of the flag. */
async function isFlagOn(flag: string, isOn: IsOn): Promise<boolean> {
  const keys = [flag, ...(otherKeys[flag] ?? [])];
  return (await Promise.all(keys.map(isOn))).includes(true);
}

/** Returns those of the six flags for which `isOn` returns true under any of their keys. */
export async function flagsThatAreOn(isOn: IsOn): Promise<Set<string>> {
  const responses = await Promise.all(flagNames.map((flag) => isFlagOn(flag, isOn)));
  return new Set(flagNames.filter((_flag, index) => responses[index]));
}

/** Returns the ids of the contexts for which `isOn` returns true under any key of the flag. */
export async function idsThatHave(
  flag: string,
  contexts: readonly FlagContext[],
  isOn: (flagKey: string, context: FlagContext) => Promise<boolean>,
): Promise<Set<string>> {
  const responses = await Promise.all(
    contexts.map((context) => isFlagOn(flag, (flagKey) => isOn(flagKey, context))),
  );
  return new Set(contexts.filter((_context, index) => responses[index]).map(({ id }) => id));
}

export type Warn = (message: string) => void;

const minuteMs = 60_000;

/** Throttles warnings to one a minute: a service that is down would flood the log. */
export function warnSparingly(warn: Warn, now: () => number): Warn {
  let quietUntil = -Infinity;
  return (message) => {
    if (now() < quietUntil) return;
    quietUntil = now() + minuteMs;
    warn(message);
  };
}
