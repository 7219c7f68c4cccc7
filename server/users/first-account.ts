/** The first account of an installation, which is made in the browser with the setup code. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EndpointBody } from '../../contract/endpoints.ts';
import { firstAccountMessages } from '../../rules/users/first-account-messages.ts';
import { inTurn } from '../shared/database.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { SigningKey } from '../shared/encryption.ts';
import { fieldError, HttpError } from '../shared/errors.ts';
import { rejectWeakPassword } from './passwords.ts';
import { insertAuditedAdmin, insertOwner, prepareOwner } from './register.ts';
import { beginSession, type Device, type SessionNeeds } from './sessions.ts';
import { findUserByEmail, hasUsers } from './users.queries.ts';

/** Work of the start that makes accounts too, so that a start and a request do not make one at the same time. */
export const firstStart = 'first start';

/** Without vowels, which make words, and letters that are read as digits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ23456789';

/**
 * Setup code, which the server prints when it starts without an account: 76 bits in four groups of letters and digits. It follows
 * from the signing key, so that it is the same in all processes, and stored nowhere.
 */
export function setupCode({ current }: SigningKey): string {
  const bytes = createHmac('sha256', current).update('code of the first account').digest();
  const text = Array.from(bytes.subarray(0, 16), (byte) => letters.charAt(byte % letters.length));
  return [0, 4, 8, 12].map((from) => text.slice(from, from + 4).join('')).join('-');
}

const plain = (code: string): Buffer =>
  Buffer.from(
    code
      .toUpperCase()
      .replaceAll(/[^A-Z\d]/g, '')
      .padEnd(16)
      .slice(0, 40),
  );

function isSetupCode(typed: string, key: SigningKey): boolean {
  const [one, other] = [plain(typed), plain(setupCode(key))];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Makes the first account and begins its session; returns its login token. Throws 403 for another code, and 409 once
 * there is an account, also for the later of two requests at once.
 */
export async function createFirstAccount(
  deps: SessionNeeds & Pick<AppDeps, 'passwordCost'>,
  form: EndpointBody<'createFirstAccount'>,
  device: Device,
): Promise<string> {
  const { db, now, jwtSecret, passwordCost } = deps;
  const isSetUp = new HttpError(409, firstAccountMessages.isSetUp);
  if (await hasUsers(db)) throw isSetUp;
  if (!isSetupCode(form.code, jwtSecret))
    throw fieldError({ code: firstAccountMessages.wrongSetupCode }, 403);
  await rejectWeakPassword(form.password, form.email);
  const owner =
    form.accountType === 'owner'
      ? await prepareOwner({ now, passwordCost }, { ...form, name: form.name ?? form.venueName })
      : null;
  await inTurn(db, firstStart, async (turn) => {
    if (await hasUsers(turn)) throw isSetUp;
    if (owner === null)
      await insertAuditedAdmin(turn, { ...form, now, passwordCost }, device.address);
    else await insertOwner(turn, owner, { actor: null, address: device.address });
  });
  const user = await findUserByEmail(db, form.email);
  if (!user) throw isSetUp;
  return beginSession(deps, user, device, { method: 'password' });
}
