import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { requestOptions } from '../../contract/passkeys.ts';
import type { AppDeps } from '../shared/deps.ts';
import { insertChallenge } from './passkeys.queries.ts';
import { challengeMs, type RelyingParty } from './passkeys.ts';

/** Options to use a passkey that the authenticator knows, with a new challenge for one purpose; they name no passkey. */
export async function passkeyRequest(
  { db, now, party }: Pick<AppDeps, 'db' | 'now'> & { party: RelyingParty },
  { purpose, userId }: { purpose: 'sign_in' | 'identity'; userId: string | null },
): Promise<ResponseOf<Endpoints['startPasskeySignIn']>> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeMs,
    userVerification: 'required',
  });
  await insertChallenge(db, options.challenge, {
    purpose,
    user_id: userId,
    expires_at: new Date(now().getTime() + challengeMs),
  });
  return requestOptions.parse(options);
}
