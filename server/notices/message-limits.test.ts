import { beforeEach, expect, test } from 'vitest';
import { app, withApp } from '../testing/with-app.ts';
import { addOwner, createUnit, type TestOwner, type TestUnit } from '../testing/app.ts';
import { noticeRum, testOutbox, watchStock } from '../testing/messages.ts';

let owner: TestOwner;
let unit: TestUnit;
const noon = new Date('2024-03-10T12:00:00Z');
const after = (minutes: number): void => app.setNow(new Date(noon.getTime() + minutes * 60_000));

withApp();
beforeEach(async () => {
  app.setNow(noon);
  owner = await addOwner(app, `Tiki ${Math.random()}`);
  unit = await createUnit(app, owner);
  await watchStock(app, unit);
});

/** Messages of the latest notice as listed: `mail sent`, `sms limit`; the notice itself is listed as open. */
async function latest(): Promise<string[]> {
  app.setNow(noon);
  const url = `/api/venues/${owner.venueId}/notices`;
  const [{ messages, resolvedAt }] = (await app.send('GET', url, { token: owner.token })).body;
  expect(resolvedAt).toBeNull();
  return messages.map(
    ({ channel, state, heldBecause }: any) => `${channel} ${heldBecause ?? state}`,
  );
}

const resolveAll = () => app.db.updateTable('restock_notices').set({ resolved_at: noon }).execute();

test('a notice of the same ingredient and unit is sent once an hour at most', async () => {
  const { mails, texts, warnings, runAll } = testOutbox(app);
  const notify = async (minutes: number, of = unit): Promise<string[]> => {
    await resolveAll();
    after(minutes);
    await noticeRum(app, { owner, unit: of });
    await runAll();
    return latest();
  };
  expect(await notify(0)).toEqual(['mail sent', 'sms sent', 'sms sent']);
  expect(await notify(59)).toEqual(['mail repeated', 'sms repeated', 'sms repeated']);
  expect(warnings).toEqual([
    `3 of 3 messages of a restock notice of unit ${unit.unitNumber} were held back: repeated`,
  ]);
  // The hour begins with the notice that was sent, not with the one that was held back.
  expect(await notify(61)).toEqual(['mail sent', 'sms sent', 'sms sent']);
  const other = await createUnit(app, owner);
  await watchStock(app, other);
  expect(await notify(62, other)).toEqual(['mail sent', 'sms sent', 'sms sent']);
  expect([mails.length, texts.length]).toEqual([3, 6]);
});

test('messages are limited per unit and per owner a day, and notices stay open beyond it', async () => {
  const { deps, mails, texts, warnings, runAll } = testOutbox(app);
  deps.messageLimits = { perUnit: 5, perOwner: 7 };
  const notify = async (hour: number, of = unit): Promise<string[]> => {
    await resolveAll();
    after(hour * 60);
    await noticeRum(app, { owner, unit: of });
    await runAll();
    return latest();
  };
  expect(await notify(0)).toEqual(['mail sent', 'sms sent', 'sms sent']);
  expect(await notify(2)).toEqual(['mail sent', 'sms sent', 'sms limit']);
  expect(await notify(4)).toEqual(['mail limit', 'sms limit', 'sms limit']);
  const other = await createUnit(app, owner);
  await watchStock(app, other);
  expect(await notify(6, other)).toEqual(['mail sent', 'sms sent', 'sms limit']);
  expect([mails.length, texts.length]).toEqual([3, 4]);
  expect(warnings).toEqual([
    expect.stringMatching(/^1 of 3 .* limit$/),
    expect.stringMatching(/^3 of 3 .* limit$/),
    expect.stringMatching(/^1 of 3 .* limit$/),
  ]);
});
