import { mutationOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { identityMessages, passkeyMessages } from '../../rules/users/sign-in.ts';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';

export type ListedPasskey = EndpointResponse<'listPasskeys'>[number];

/** The user's own passkeys, the oldest first. */
export const passkeysQuery = () => endpointQuery('listPasskeys', {});

/** Asks for the options, lets the browser make the passkey, and stores it. */
export const addPasskeyMutation = mutationOptions({
  mutationFn: async ({ name, password }: { name: string; password: string }) => {
    const optionsJSON = await api.startPasskey({ body: { password } });
    const passkey = await inBrowser(async () => {
      const { startRegistration } = await import('@simplewebauthn/browser');
      return startRegistration({ optionsJSON });
    }, passkeyMessages.notAdded);
    return api.confirmPasskey({ body: { name, passkey } });
  },
});

export const updatePasskeyMutation = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    api.updatePasskey({ params: { id }, body: { name } }),
});

export const removePasskeyMutation = mutationOptions({
  mutationFn: ({ id, password }: { id: string; password: string }) =>
    api.removePasskey({ params: { id }, body: { password } }),
});

export const passkeySignInMutation = mutationOptions({
  mutationFn: async () => {
    const options = await api.startPasskeySignIn({});
    const passkey = await signWithPasskey(options, passkeyMessages.notUsed);
    return api.verifyPasskey({ body: { passkey } });
  },
});

// Steps with passkeys that the browser carries out, in dialogs of its own.

/** Runs a step of the browser, whose own errors are those of a cancelled or impossible dialog. */
async function inBrowser<Answer>(step: () => Promise<Answer>, failed: string): Promise<Answer> {
  try {
    return await step();
  } catch (error) {
    throw new Error(failed, { cause: error });
  }
}

/** @param failed message of the error where no passkey was used */
const signWithPasskey = (optionsJSON: EndpointResponse<'startPasskeySignIn'>, failed: string) =>
  inBrowser(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const { response, ...rest } = await startAuthentication({ optionsJSON });
    return { ...rest, response: { ...response, userHandle: response.userHandle ?? '' } };
  }, failed);

/** Confirms with the password, or with a passkey that the browser asks for, who uses the session. */
export const confirmIdentityMutation = mutationOptions({
  mutationFn: async (given: { password: string } | 'passkey') => {
    if (given !== 'passkey') return api.confirmIdentity({ body: given });
    const options = await api.startIdentityCheck({});
    const passkey = await signWithPasskey(options, identityMessages.passkeyNotUsed);
    return api.confirmIdentity({ body: { passkey } });
  },
});
