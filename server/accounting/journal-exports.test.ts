/** Exported journals through HTTP. */
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountNames } from '../../rules/accounting/journal-messages.ts';
import { journalCsvFormats } from '../../rules/accounting/journal-files.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner } from '../testing/app.ts';
import { emptyQueue } from '../testing/services/messages.ts';
import { after, countingPayments, noon, refund, sell } from '../testing/refunds.ts';
import { app, owner, signInAgain, unit, withApp } from '../testing/with-app.ts';

const dayMs = 86_400_000;
const night = '2024-07-01';
const timezone = 'UTC';

const path = (rest: string) => `/api/venues/${owner.venueId}/journal/${rest}`;
const get = (rest: string, token = owner.token) => app.send('GET', path(rest), { token });
const send = (day = night, token = owner.token) =>
  app.send('POST', path(`${day}/export`), { token, body: { timezone } });
const fileOf = async (format: string) => {
  const { status, text } = await get(`entries.csv?from=${night}&to=${night}&format=${format}`);
  expect(status, text).toBe(200);
  return text;
};
const rowsOf = (file: string): string[][] => parse(file, { bom: true }).slice(1);

/** Names every account, with a code. */
async function nameAccounts(names: Record<string, string> = {}): Promise<void> {
  const accounts = Object.entries({ ...accountNames, ...names }).map(([account, name], nth) => ({
    account,
    name,
    code: String(400 + nth),
  }));
  const body = { accounts };
  const { status, text } = await app.send('PATCH', path('accounts'), { token: owner.token, body });
  expect(status, text).toBe(200);
}

const exported = async (day = night) => {
  const { status, text, body } = await send(day);
  expect(status, text).toBe(200);
  return body;
};
/** Debits less credits of each account in cents, over entries. */
function balances(entries: any[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, debit, credit } of entries.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + Math.round(100 * debit) - Math.round(100 * credit);
  return sums;
}
const cents = (entries: any[], account: string) => balances(entries)[account] ?? 0;

/** Goes on, with a session of then. */
async function daysLater(days: number): Promise<void> {
  after(days * dayMs);
  await signInAgain();
}

describe('exported journals', () => {
  beforeEach(async () => {
    app.setNow(noon);
    await emptyQueue(app.db);
    app.deps.payments = countingPayments();
  });
  withApp({ now: noon, owner: { each: 'Rooftop' }, unit: 'each' });

  test('a night that goes on, or that needs an account without a name, is not exported', async () => {
    await sell();
    expect((await send()).status).toBe(409);
    await daysLater(1);
    const refused = await send();
    expect(refused.status).toBe(400);
    expect(refused.body['clearing:stripe']).toBe('Name the account for stripe clearing');
    const [listed] = (await get(`nights?from=${night}&to=${night}&timezone=UTC`)).body;
    expect(listed).toMatchObject({ isOver: true, entries: [], pendingTotal: 13.8 });
    expect(listed.unnamed).toEqual(listed.pending.map(({ account }: any) => account));
  });

  test('ACCT-03: after a late sale version 1 stays as it was, and a late entry has exactly its amount', async () => {
    await nameAccounts();
    await sell();
    await daysLater(1);
    const first = await exported();
    expect(first.added).toBe(1);
    expect(first.night.entries[0].changes).toEqual([
      { unitNumber: unit.unitNumber, number: expect.any(Number) },
    ]);
    const before = await fileOf('csv');
    expect((await exported()).added).toBe(null);

    await daysLater(2);
    // A Cola ($2.50) that was sold before, without a tip.
    await sell({ drinks: [{ ingredients: [unit.cola] }], tips: 0 });
    await nameAccounts({ 'sales:Syrup/Puree': 'Mixers', 'sales:Other': 'Mixers' });
    const late = await exported();
    expect(late.added).toBe(2);
    expect(late.night.entries[0]).toEqual(first.night.entries[0]);
    const { date, description, total, number } = late.night.entries[1];
    expect({ date, description, total }).toEqual({
      date: '2024-07-03',
      description: 'Late for Mon Jul 1',
      total: 2.5,
    });
    expect(number).toMatch(/^20240701-.{8}-2$/);
    expect(cents([late.night.entries[1]], 'clearing:stripe')).toBe(250);
    expect((await fileOf('csv')).startsWith(before)).toBe(true);
    expect((await fileOf('csv')).length).toBeGreaterThan(before.length);

    const { reconciliation } = (
      await app.send('GET', `/api/venues/${owner.venueId}/journal?night=${night}&timezone=UTC`, {
        token: owner.token,
      })
    ).body;
    expect(reconciliation).toMatchObject({ journal: 13.8, late: 2.5, report: 16.3, remainder: 0 });
  });

  test('ACCT-03: corrections after the export are late entries of what they change', async () => {
    await nameAccounts();
    const { id } = await sell();
    await daysLater(1);
    await exported();
    const correct = async (body: object) => {
      const { token } = owner;
      const { status, text } = await app.send('PUT', `/api/orders/${id}`, { token, body });
      expect(status, text).toBe(200);
    };
    await correct({ processingFee: 0.5 });
    const { night: withFee } = await exported();
    expect(balances([withFee.entries[1]])).toEqual({ fees: 50, 'clearing:stripe': -50 });
    // To the night before: nothing of this one is left.
    await correct({ date: noon.getTime() - dayMs });
    const { night: without } = await exported();
    expect(Object.values(balances(without.entries)).every((sum) => sum === 0)).toBe(true);
    expect(without.entries[2].description).toBe('Late for Mon Jul 1');
  });

  test('ACCT-03: a category that is changed after the export changes no exported night', async () => {
    await nameAccounts();
    await sell();
    await daysLater(1);
    await exported();
    await app.db
      .updateTable('ingredients')
      .set({ category: 'Wine' })
      .where('venue_id', '=', owner.venueId)
      .execute();
    expect((await exported()).added).toBe(null);
  });

  test('a refund that is settled after the export is booked on its own night, not late', async () => {
    await nameAccounts();
    const { id } = await sell();
    await daysLater(1);
    await exported();
    expect((await refund(id, '0')).status).toBe(200);
    expect((await exported()).added).toBe(null);
    await daysLater(2);
    const { night: next } = await exported('2024-07-02');
    expect(balances(next.entries)).toEqual({ returns: 900, 'clearing:stripe': -900 });
  });

  test('two exports at once add an entry once', async () => {
    await nameAccounts();
    await sell();
    await daysLater(1);
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(sent.map(({ body }) => body.added).filter((version) => version !== null)).toEqual([1]);
    const [listed] = (await get(`nights?from=${night}&to=${night}&timezone=UTC`)).body;
    expect(listed.entries).toHaveLength(1);
  });

  test('a night in another time zone that shares hours with an exported one is refused', async () => {
    await nameAccounts();
    await sell();
    await daysLater(2);
    await exported();
    const body = { timezone: 'America/New_York' };
    const token = owner.token;
    const other = await app.send('POST', path('2024-07-02/export'), { token, body });
    expect(other.status).toBe(200);
    const before = await app.send('POST', path('2024-06-30/export'), { token, body });
    expect(before.status).toBe(409);
    expect(before.body.timezone).toMatch(/was exported in another time zone/);
  });

  test('ACCT-05: the QuickBooks file has one JournalNo per entry, blanks on the other side, names as mapped', async () => {
    await nameAccounts({ tips: 'Payroll:Tips, owed' });
    await sell();
    await daysLater(1);
    await exported();
    const rows = rowsOf(await fileOf('quickbooks'));
    expect(new Set(rows.map(([number]) => number)).size).toBe(1);
    expect(rows.every((row) => row[1] === '07/01/2024')).toBe(true);
    expect(rows.find((row) => row[2] === 'Payroll:Tips, owed')?.slice(3, 5)).toEqual(['', '2.30']);
    for (const [, , , debit, credit] of rows) expect([debit, credit]).toContain('');
    const sum = (side: number) =>
      rows.reduce((total, row) => total + Math.round(100 * Number(row[side])), 0);
    expect(sum(3)).toBe(1380);
    expect(sum(4)).toBe(1380);
  });

  test.each(journalCsvFormats)('ACCT-07: no cell of the %s file is a formula', async (format) => {
    await nameAccounts({ tips: '=1+1', 'clearing:stripe': '@SUM(A1)' });
    const body = { name: '+Rooftop;=2' };
    const renamed = await app.send('PUT', `/api/users/venues/${owner.venueId}`, {
      token: owner.token,
      body,
    });
    expect(renamed.status, renamed.text).toBe(200);
    await sell();
    await daysLater(1);
    await exported();
    const cells = rowsOf(await fileOf(format)).flat();
    expect(cells.join(' ')).toContain('SUM(A1)');
    for (const cell of cells.filter((text) => !/^-?\d+\.\d\d$/.test(text)))
      expect(cell).not.toMatch(/(^|;)[=+\-@\t\r]/);
  });

  test('the Xero file is refused while an account has no code, and is balanced with codes', async () => {
    const accounts = Object.entries(accountNames).map(([account, name]) => ({ account, name }));
    const body = { accounts };
    await app.send('PATCH', path('accounts'), { token: owner.token, body });
    await sell();
    await daysLater(1);
    await exported();
    const refused = await get(`entries.csv?from=${night}&to=${night}&format=xero`);
    expect(refused.status).toBe(400);
    expect(refused.body['clearing:stripe']).toMatch(/^Xero needs the code/);
    await nameAccounts();
    const rows = rowsOf(await fileOf('xero'));
    expect(rows.reduce((total, row) => total + Math.round(100 * Number(row[5])), 0)).toBe(0);
    expect(rows.every((row) => /^\d{3}$/.test(row[3] ?? ''))).toBe(true);
  });

  test('ACCT-08: an accountant exports, a manager and a bartender do not, and others find nothing', async () => {
    await nameAccounts();
    await sell();
    await daysLater(1);
    const other = await addOwner(app, 'Beach');
    expect((await send(night, other.token)).status).toBe(404);
    expect((await get('accounts', other.token)).status).toBe(404);
    for (const role of ['manager', 'bartender'] as const) {
      const { token } = await addPerson(app, owner, role);
      expect((await send(night, token)).status, role).toBe(403);
      const body = { accounts: [{ account: 'fees', name: 'Mine' }] };
      expect((await app.send('PATCH', path('accounts'), { token, body })).status, role).toBe(403);
    }
    const { token } = await addPerson(app, owner, 'accountant');
    expect((await send(night, token)).body).toMatchObject({ added: 1 });
    const limited = await addPerson(app, owner, 'accountant', [owner.venueId]);
    expect((await send(night, limited.token)).status).toBe(200);
    const body = { accounts: [{ account: 'fees', name: 'Mine' }] };
    const refused = await app.send('PATCH', path('accounts'), { token: limited.token, body });
    expect(refused.status).toBe(403);
  });
});
