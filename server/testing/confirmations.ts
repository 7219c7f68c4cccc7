// Test helpers: contacts of a unit, and the links that are sent to them.
import type { Reply, TestApp, TestOwner, TestUnit } from './app.ts';

/** Token of the link that ends a message. */
export const tokenIn = (text: string): string =>
  /\/confirm#([\da-f]{32})\s*$/.exec(text)?.[1] ?? '';

/** Stores the contacts of a unit as the dashboard does. */
export const setContacts = (
  app: TestApp,
  { owner, unit }: { owner: TestOwner; unit: Pick<TestUnit, 'unitNumber'> },
  contacts: readonly string[],
): Promise<Reply> =>
  app.send('PUT', `/api/units/updateUnitDetails/${unit.unitNumber}`, {
    token: owner.token,
    body: { contacts },
  });

/** States of the contacts of a unit: `+14155552671 waiting`. */
export async function contactStates(
  app: TestApp,
  { owner, unit }: { owner: TestOwner; unit: Pick<TestUnit, 'unitNumber'> },
): Promise<string[]> {
  const url = `/api/units/${unit.unitNumber}/contacts`;
  const { body } = await app.send('GET', url, { token: owner.token });
  return body.map(({ number, state }: { number: string; state: string }) => `${number} ${state}`);
}

/** Asks a contact again. */
export const askAgain = (
  app: TestApp,
  { owner, unit }: { owner: TestOwner; unit: Pick<TestUnit, 'unitNumber'> },
  number: string,
): Promise<Reply> =>
  app.send('POST', `/api/units/${unit.unitNumber}/contacts/confirmation`, {
    token: owner.token,
    body: { number },
  });

/** Sends the token of a link, as the page behind it does. */
export const sendLink = (
  app: TestApp,
  token: string,
  decision: '' | '/accept' | '/decline',
): Promise<Reply> => app.send('POST', `/api/confirmations${decision}`, { body: { token } });
