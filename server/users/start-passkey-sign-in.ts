import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { RelyingParty } from './passkeys.ts';
import { passkeyRequest } from './passkey-request.ts';

/** Options to sign in with a passkey that the authenticator knows; they name no account and no passkey. */
export const startPasskeySignIn = (
  deps: Pick<AppDeps, 'db' | 'now'> & { party: RelyingParty },
): Promise<ResponseOf<Endpoints['startPasskeySignIn']>> =>
  passkeyRequest(deps, { purpose: 'sign_in', userId: null });
