import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { requestOptions } from '../../contract/passkeys.ts';
import type { AppDeps } from '../shared/deps.ts';
import { insertChallenge } from './passkeys.queries.ts';
import { challengeMs, type RelyingParty } from './passkeys.ts';

/** Options to sign in with a passkey that the authenticator knows; they name no account and no passkey. */
export async function startPasskeySignIn({
  db,
  now,
  party,
}: Pick<AppDeps, 'db' | 'now'> & { party: RelyingParty }): Promise<
  ResponseOf<Endpoints['startPasskeySignIn']>
> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeMs,
    userVerification: 'required',
  });
  await insertChallenge(db, options.challenge, {
    purpose: 'sign_in',
    user_id: null,
    expires_at: new Date(now().getTime() + challengeMs),
  });
  return requestOptions.parse(options);
}
