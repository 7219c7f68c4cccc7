/** Test app with local card provider fakes for reader lookups, and units with readers there. */
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './app.ts';
import { shift4AccessTokens } from '../adapters/shift4-client.ts';
import { startTestService, type TestResponse, type TestService } from './service.ts';
import { venueReaders } from '../adapters/readers/venue-readers.ts';
import type { SecretsKey } from '../shared/encryption.ts';

export interface ReadersTest {
  app: TestApp;
  admin: string;
  stripe: TestService;
  shift4: TestService;
  warnings: string[];
  /** Clears recorded requests and warnings; simulates a restart of the app. */
  restart(secretsKey?: SecretsKey): void;
  /** Adds a unit with a venue of its own, whose readers are tmr_1 at Stripe and 1850001 at Shift4. */
  addVenueUnit(credentials: object, more?: { pax: boolean }): Promise<VenueUnit>;
  close(): Promise<void>;
}

export interface VenueUnit {
  owner: TestOwner;
  unit: TestUnit;
  look: (readerId: string) => ReturnType<TestApp['send']>;
}

export async function startReadersTest(
  stripeAnswer: TestService['response'],
  shift4Response: TestService['response'],
): Promise<ReadersTest> {
  const app = await startTestApp();
  const admin = await addSuperAdmin(app);
  const stripe = await startTestService(stripeAnswer);
  const shift4 = await startTestService(shift4Response);
  const shift4Base = `${shift4.url}/api/rest/v1`;
  const warnings: string[] = [];
  let owners = 0;
  const restart = (secretsKey = app.deps.secretsKey): void => {
    for (const list of [stripe.received, shift4.received, warnings]) list.length = 0;
    stripe.response = stripeAnswer;
    shift4.response = shift4Response;
    app.deps.readers = venueReaders({
      db: app.db,
      secretsKey,
      flags: app.deps.flags,
      stripeBase: stripe.url,
      shift4Base,
      accessTokenOf: shift4AccessTokens(app.db, secretsKey, shift4Base),
      warn: (message) => void warnings.push(message),
    });
  };
  restart();

  const addVenueUnit: ReadersTest['addVenueUnit'] = async (
    credentials,
    { pax } = { pax: false },
  ) => {
    owners += 1;
    const owner = await addOwner(app, `Owner ${String(owners)}`);
    const unit = await createUnit(app, owner);
    const put = (url: string, token: string, body: object) => app.send('PUT', url, { token, body });
    await put(`/api/users/venues/${owner.venueId}`, admin, credentials);
    await put(`/api/units/updateUnitDetails/${String(unit.unitNumber)}`, owner.token, {
      stripeReaderId: 'tmr_1',
      paxShift4ReaderId: '1850001',
    });
    const key = `Owner ${String(owners)} Bar`;
    const flag = 'general--pax-shift4';
    await put('/api/flags', admin, { kind: 'venue', key, flag, enabled: pax });
    const look = (readerId: string) =>
      app.send('GET', `/api/stripe-readers/${readerId}?unitId=${unit.id}`, { token: owner.token });
    return { owner, unit, look };
  };

  const close = async (): Promise<void> => {
    await stripe.close();
    await shift4.close();
    await app.close();
  };
  return { app, admin, stripe, shift4, warnings, restart, addVenueUnit, close };
}

/** Response of a provider that must not receive requests. */
export const expectNoRequest = (): TestResponse => ({
  status: 500,
  body: 'Nobody should have asked',
});
