/** Sixteen kinds of actors, and token manipulations. */
import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import type { Place } from '../../server/testing/places.ts';
import { addPerson, joinOwner, type TestPerson } from '../../server/testing/accounts.ts';
import { addCustomer, addSuperAdmin, type TestApp } from '../../server/testing/app.ts';

/** Actors of one owner, also one who is a manager of another owner too, and a customer, who has no owner. */
export const insiders = [
  'owner',
  'unit',
  'customer',
  'partner',
  'manager',
  'bartender',
  'accountant',
  'manager of both owners',
] as const;

export interface SeedData {
  /** Actors that can use public endpoints only. undefined: without a token. */
  strangers: Record<string, string | undefined>;
  /** Authenticated actors that have no access to the other owner. */
  mine: Record<(typeof insiders)[number], string>;
  superAdmin: string;
  /** Manages both owners; their session reaches the first. */
  ofBoth: TestPerson;
}

const dayMs = 24 * 3_600_000;

/** @param now initial time of the app's clock, which is left there */
export async function makeAccounts(
  app: TestApp,
  mine: Place,
  theirs: Place,
  now: Date,
): Promise<SeedData> {
  const login = () => app.login(mine.owner.email);

  app.setNow(new Date(now.getTime() - 60 * dayMs));
  const expired = await login();
  app.setNow(now);

  const loggedOut = await login();
  await app.send('POST', '/api/users/logout', { token: loggedOut });

  const unitPath = `/api/units/${mine.unit.unitNumber}/keys`;
  const stolen = (await app.send('POST', unitPath, { token: mine.owner.token, body: {} })).body;
  await app.send('DELETE', `${unitPath}/${stolen.id}`, { token: mine.owner.token });

  const ofBoth = await addPerson(app, mine.owner, 'manager');
  await joinOwner(app, theirs.owner, ofBoth, 'manager');
  const claims = decodeJwt(mine.owner.token);
  const raised = { ...claims, sub: theirs.owner.userId, accountType: 'SUPER_ADMIN' };
  const [head = '', , signature = ''] = mine.owner.token.split('.');
  const payload = Buffer.from(JSON.stringify(raised)).toString('base64url');
  return {
    strangers: {
      nobody: undefined,
      'an expired session': expired,
      'an expired session by its API token': String(decodeJwt(expired)['rotoken']),
      'a session that was ended': loggedOut,
      'a session that was ended, by its API token': String(decodeJwt(loggedOut)['rotoken']),
      'a revoked unit key': stolen.key,
      'a token with other claims': `${head}.${payload}.${signature}`,
      'a token without a signature': new UnsecuredJWT(raised).encode(),
      'a token signed by another': await new SignJWT(raised)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('a secret that is not that of the app')),
    },
    mine: {
      owner: mine.owner.token,
      unit: mine.unit.key,
      customer: await addCustomer(app),
      partner: (await addPerson(app, mine.owner, 'owner')).token,
      manager: (await addPerson(app, mine.owner, 'manager')).token,
      bartender: (await addPerson(app, mine.owner, 'bartender')).token,
      accountant: (await addPerson(app, mine.owner, 'accountant')).token,
      'manager of both owners': ofBoth.token,
    },
    ofBoth,
    superAdmin: await addSuperAdmin(app),
  };
}
