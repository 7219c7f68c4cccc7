import { mutationOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { passkeyMessages } from '../../rules/users/passkeys.ts';
import { inBrowser, signWithPasskey } from './browser-passkey.ts';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';

export type ListedPasskey = ResponseOf<Endpoints['listPasskeys']>[number];

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
