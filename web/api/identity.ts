import { mutationOptions } from '@tanstack/react-query';
import { identityMessages } from '../../rules/users/recent-authentication.ts';
import { signWithPasskey } from './browser-passkey.ts';
import { api } from './client.ts';

/** Confirms with the password, or with a passkey that the browser asks for, who uses the session. */
export const confirmIdentityMutation = mutationOptions({
  mutationFn: async (given: { password: string } | 'passkey') => {
    if (given !== 'passkey') return api.confirmIdentity({ body: given });
    const options = await api.startIdentityCheck({});
    const passkey = await signWithPasskey(options, identityMessages.passkeyNotUsed);
    return api.confirmIdentity({ body: { passkey } });
  },
});
