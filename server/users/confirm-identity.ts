import type { BodyOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { identityMessages } from '../../rules/users/recent-authentication.ts';
import { fieldError } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require-account.ts';
import { checkPasskey, type PasskeyNeeds } from './check-passkey.ts';
import { requirePassword } from './require-password.ts';
import { updateAuthenticated } from './sessions.queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/**
 * Counts as authentication of the session, like a sign-in. Throws a field error (400) for a wrong password and for a
 * passkey that is not valid or of another account, and 429 after as many attempts as a sign-in allows.
 */
export async function confirmIdentity(
  deps: PasskeyNeeds & { limits: SignInLimits },
  { password, passkey }: BodyOf<Endpoints['confirmIdentity']>,
  by: ChangedBy,
): Promise<void> {
  if (passkey === undefined) {
    await requirePassword(deps, password ?? '', by);
    return;
  }
  const { userId, sessionId } = by.actor;
  const sought = { purpose: 'identity', userId, address: by.address } as const;
  if ((await checkPasskey(deps, passkey, sought)) === null)
    throw fieldError({ passkey: identityMessages.passkeyRefused });
  await updateAuthenticated(deps.db, sessionId, deps.now());
}
