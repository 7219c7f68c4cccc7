import type { BodyOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { passkeyMessages } from '../../rules/users/passkeys.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { beginSession, type Device, type SessionNeeds } from './begin-session.ts';
import { checkPasskey, type PasskeyNeeds } from './check-passkey.ts';

/**
 * Signs in with a passkey, whose authenticator has verified its holder: starts a session and returns its login token.
 * Throws the same field error (401) for everything that is not valid, 403 for a locked account and for staff without a
 * membership, and 429 after five attempts with passkeys of an account within a quarter of an hour.
 */
export async function verifyPasskey(
  deps: PasskeyNeeds & SessionNeeds,
  { passkey }: BodyOf<Endpoints['verifyPasskey']>,
  device: Device,
): Promise<string> {
  const sought = { purpose: 'sign_in', userId: null, address: device.address } as const;
  const user = await checkPasskey(deps, passkey, sought);
  if (user === null) throw fieldError({ passkey: passkeyMessages.refused }, 401);
  if (user.locked_at !== null) throw new HttpError(403, sessionMessages.locked);
  return beginSession(deps, user, device, null);
}
