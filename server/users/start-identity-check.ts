import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { RelyingParty } from './passkeys.ts';
import { passkeyRequest } from './passkey-request.ts';

/** Options to confirm with a passkey who uses a session. */
export const startIdentityCheck = (
  deps: Pick<AppDeps, 'db' | 'now'> & { party: RelyingParty },
  userId: string,
): Promise<ResponseOf<Endpoints['startIdentityCheck']>> =>
  passkeyRequest(deps, { purpose: 'identity', userId });
