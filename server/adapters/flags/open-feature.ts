/** Asks any OpenFeature provider for the six flags. */
import { randomUUID } from 'node:crypto';
import { ErrorCode, type Hook, OpenFeature, type Provider } from '@openfeature/server-sdk';
import { flagNames } from '../../../contract/flags.ts';
import type { FlagContext } from './port.ts';

/** What a provider says of one flag; rejects when it cannot tell. */
export type AskFlag = (flagKey: string, context: FlagContext) => Promise<boolean>;

export function callProvider(provider: Provider): AskFlag {
  // The SDK keeps one provider per domain for the whole process; each reader has its own.
  const domain = randomUUID();
  const settled = OpenFeature.setProviderAndWait(domain, provider).catch(() => undefined);
  // A provider that prepares nothing is ready at once, but not before the next turn; one that does is not waited for.
  const ready = provider.initialize === undefined ? settled : Promise.resolve();
  const client = OpenFeature.getClient(domain);
  return async (flagKey, { kind, key }) => {
    await ready;
    const context = { kind, targetingKey: key };
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

/** One flag of the product goes by two keys; it is on when either is. */
const otherKeys: Record<string, string[]> = { 'general--multiple-bottles': ['native--1bpd'] };

/** Those of the six flags of which `isOn` says so under one of their keys. */
export async function flagsThatAreOn(
  isOn: (flagKey: string) => Promise<boolean>,
): Promise<Set<string>> {
  const answers = await Promise.all(
    flagNames.map(async (flag) => {
      const keys = [flag, ...(otherKeys[flag] ?? [])];
      return (await Promise.all(keys.map(isOn))).includes(true);
    }),
  );
  return new Set(flagNames.filter((_flag, index) => answers[index]));
}
