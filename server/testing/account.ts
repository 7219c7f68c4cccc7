/** Test helpers: an owner without jobs and counted attempts at the start of each test, and links that are mailed. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { addOwner, startTestApp, type TestApp, type TestOwner } from './app.ts';
import { testOutbox } from './outbox.ts';
import { emptyQueue } from './queue.ts';

export let app: TestApp;
export let owner: TestOwner;
let owners = 0;

export function withAnOwner(): void {
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    owners += 1;
    owner = await addOwner(app, `Owner ${owners}`);
    await app.db.deleteFrom('rate_limits').execute();
    await emptyQueue(app.db);
  });
  afterAll(() => app.close());
}

/** Sends the mails that wait, and returns the tokens of their links by address. */
export async function sentTokens(): Promise<Map<string, string>> {
  const { mails, runAll } = testOutbox(app);
  await runAll();
  return new Map(mails.map(({ to, text }) => [to, /#([\da-f]{32})\s*$/.exec(text)?.[1] ?? '']));
}

/** Asks for a new password, and returns the token of the link that is sent. */
export async function resetToken(): Promise<string> {
  await app.send('POST', '/api/users/password/forgot', { body: { email: owner.email } });
  return (await sentTokens()).get(owner.email) ?? '';
}
