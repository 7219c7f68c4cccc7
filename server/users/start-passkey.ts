import { generateRegistrationOptions } from '@simplewebauthn/server';
import { parse } from 'uuid';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { creationOptions } from '../../contract/passkeys.ts';
import { mostPasskeys, passkeyMessages } from '../../rules/users/passkeys.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { insertChallenge, listPasskeyRows } from './passkeys.queries.ts';
import { challengeMs, type RelyingParty } from './passkeys.ts';
import { requirePassword } from './require-password.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** Signatures that every authenticator makes at least one of: EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/**
 * Options for a new passkey. Throws a field error (400) for a wrong password, and 409 when the account has as many
 * passkeys as it may.
 */
export async function startPasskey(
  deps: Pick<AppDeps, 'db' | 'now'> & { limits: SignInLimits; party: RelyingParty },
  password: string,
  by: ChangedBy,
): Promise<ResponseOf<Endpoints['startPasskey']>> {
  const { db, now, party } = deps;
  const user = await requirePassword(deps, password, by);
  const passkeys = await listPasskeyRows(db, user.id);
  if (passkeys.length >= mostPasskeys) throw new HttpError(409, passkeyMessages.tooMany);
  const options = await generateRegistrationOptions({
    rpName: 'Barback',
    rpID: party.id,
    userName: user.email,
    userID: new Uint8Array(parse(user.id)),
    userDisplayName: user.name,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ passkey_id, transports }) => ({
      id: passkey_id ?? '',
      transports: transports ?? [],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  await insertChallenge(db, options.challenge, {
    purpose: 'registration',
    user_id: user.id,
    expires_at: new Date(now().getTime() + challengeMs),
  });
  return creationOptions.parse(options);
}
