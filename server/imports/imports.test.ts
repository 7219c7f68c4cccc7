import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { importMessages } from '../../rules/imports/import-messages.ts';
import { mostImportBytes } from '../../rules/imports/import-limits.ts';
import { buildApp } from '../app.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, createUnit } from '../testing/app.ts';
import { formOf, testImports, type Uploaded } from '../testing/imports.ts';
import { makeForm } from '../testing/renderings.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

withApp({ owner: { each: 'Rooftop' }, unit: 'each' });

const header = 'Date,Drink,Amount,Qty,Status\n';
/** Sales of two nights in March, with one that failed and one without an amount. */
const night = `${header}2024-03-30 22:15,Cuba Libre,18.00,2,paid
2024-03-30 22:20,Old Fashioned,14.50,1,paid
2024-03-31 22:20,Old Fashioned,14.50,1,refunded
2024-03-31 22:25,Old Fashioned,14.50,1,declined
2024-03-31 22:30,Old Fashioned,,1,paid
`;

let imports: ReturnType<typeof testImports>;
beforeEach(() => {
  imports = testImports(app);
});

const at = (csv: string | Buffer, more: Partial<Uploaded> = {}): Uploaded => ({
  token: owner.token,
  venueId: owner.venueId,
  unit: unit.unitNumber,
  csv,
  ...more,
});
const listed = async (id: string) =>
  (await imports.list(owner)).imports.find((one: { id: string }) => one.id === id);

async function imported(csv: string, more: Partial<Uploaded> = {}) {
  const started = await imports.start(at(csv, more));
  expect(started.status, started.text).toBe(202);
  const { id } = started.body;
  await expect.poll(() => listed(id), { timeout: 20_000 }).toMatchObject({ state: 'done' });
  return listed(id);
}

/** Sum of the report over all time. */
async function total(): Promise<number> {
  const range = 'startDate=946684800000&endDate=4102444800000';
  const { body } = await app.send(
    'GET',
    `/api/orders/sales/report?venueId=${owner.venueId}&${range}`,
    { token: owner.token },
  );
  return body.totalSales;
}

const auditOf = async () =>
  (await app.send('GET', '/api/audit', { token: owner.token })).body.entries.filter(
    ({ action }: { action: string }) => action.includes('import'),
  );

describe('preview', () => {
  test('shows how the file is read and what would be stored, and stores nothing', async () => {
    const { status, body } = await imports.preview(at(night));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        encoding: 'UTF-8',
        delimiter: ',',
        headerLine: 1,
        header: ['Date', 'Drink', 'Amount', 'Qty', 'Status'],
        system: null,
        stateColumns: ['Status'],
        remembered: false,
        questions: [],
        sales: {
          stored: 3,
          refunded: 1,
          alreadyThere: 0,
          leftOut: 1,
          rejected: 1,
          amount: 32.5,
          lines: 5,
          unstored: [
            { reason: 'failed', isRejected: false, count: 1, lines: [5] },
            { reason: 'amount is missing', isRejected: true, count: 1, lines: [6] },
          ],
          days: [
            { day: '2024-03-30', sales: 2, amount: 32.5 },
            { day: '2024-03-31', sales: 1, amount: 0 },
          ],
          newDrinks: [{ name: 'Old Fashioned', sales: 2 }],
        },
      },
    });
    expect(body.columns).toContainEqual({ field: 'amount', column: 'Amount', reason: 'name' });
    expect(await total()).toBe(0);
    expect((await imports.list(owner)).imports).toEqual([]);
    expect(await readdir(join(app.deps.dataDir, 'imports'))).toEqual([]);
  });

  test('asks what the file does not show, and reads it as chosen', async () => {
    const csv = `${header}3/4/2024 22:15,Negroni,12.00,1,on tab\n`;
    const asked = await imports.preview(at(csv));
    expect(asked.body.sales).toBeNull();
    expect(asked.body.questions).toMatchObject([
      { about: 'dates', example: { line: 2, text: '3/4/2024 22:15' } },
      { about: 'state', subject: 'on tab' },
    ]);
    const dates = (
      await imports.preview(
        at(csv, { choices: { dates: 'day-first', states: { 'on tab': 'sold' } } }),
      )
    ).body;
    expect(dates).toMatchObject({
      questions: [],
      dates: { value: 'day-first', by: 'choice' },
      sales: { stored: 1, days: [{ day: '2024-04-03' }] },
    });
  });

  test('asks for the columns that no name is known for', async () => {
    const csv = 'When,What,Paid\n2024-03-30 22:15,Negroni,12.00\n';
    const asked = await imports.preview(at(csv));
    expect(asked.body.header).toEqual(['When', 'What', 'Paid']);
    expect(asked.body.questions).toMatchObject([
      { about: 'column', subject: 'soldAt' },
      { about: 'column', subject: 'drinkName' },
      { about: 'column', subject: 'amount' },
    ]);
    expect(asked.body.questions[0].options).toEqual(
      ['When', 'What', 'Paid'].map((name) => ({ value: name, label: name })),
    );
    const columns = { soldAt: 'When', drinkName: 'What', amount: 'Paid' };
    const { body } = await imports.preview(at(csv, { choices: { columns } }));
    expect(body).toMatchObject({ questions: [], sales: { stored: 1, amount: 12 } });
  });

  test('refuses what is no CSV file, an empty one, and one that is too large', async () => {
    for (const path of ['preview', 'start'] as const) {
      const png = await imports[path](at(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0])));
      expect(png.status).toBe(422);
      expect(png.body.error.message).toContain('sales.csv is not a CSV file');
      const empty = await imports[path](at(''));
      expect(empty).toMatchObject({
        status: 422,
        body: { error: { message: 'sales.csv is empty.' } },
      });
      const large = await imports[path](at(Buffer.alloc(mostImportBytes + 1, 'a')));
      expect(large).toMatchObject({
        status: 413,
        body: { error: { message: importMessages.tooLargeFile } },
      });
    }
    expect((await imports.list(owner)).imports).toEqual([]);
    expect(await readdir(join(app.deps.dataDir, 'imports'))).toEqual([]);
  });

  test('refuses a form without a file, an unknown zone and malformed choices', async () => {
    const path = `/api/venues/${owner.venueId}/imports/preview`;
    const zone = ['timezone', 'America/New_York'] as [string, string];
    const ofUnit = ['unitId', unit.id] as [string, string];
    const without = await imports.send(path, makeForm([ofUnit, zone]), owner.token);
    expect(without).toMatchObject({
      status: 400,
      body: { error: { message: importMessages.noFile } },
    });
    expect((await imports.preview(at(night, { timezone: 'Atlantis' }))).status).toBe(400);
    const malformed = await imports.preview(at(night, { choices: { dates: 'sideways' } }));
    expect(malformed).toMatchObject({
      status: 400,
      body: { error: { message: importMessages.badChoices } },
    });
    const json = await app.send('POST', path, { token: owner.token, body: {} });
    expect(json).toMatchObject({
      status: 400,
      body: { error: { message: importMessages.notAForm } },
    });
  });
});

describe('import', () => {
  test('stores the sales, and is listed and in the audit log', async () => {
    expect(await imported(night)).toMatchObject({
      unitNumber: unit.unitNumber,
      fileName: 'sales.csv',
      state: 'done',
      progress: 1,
      stored: 3,
      refunded: 1,
      leftOut: 1,
      rejected: 1,
      amount: 32.5,
      note: null,
    });
    expect(await total()).toBe(32.5);
    expect(await auditOf()).toMatchObject([{ newValue: { file: 'sales.csv' } }]);
    expect(await readdir(join(app.deps.dataDir, 'imports'))).toEqual([]);
  });

  test('refuses a file with open questions, and stores nothing', async () => {
    const started = await imports.start(at(`${header}3/4/2024,Negroni,12.00,1,paid\n`));
    expect(started.status).toBe(422);
    expect(started.body.error.message).toContain('Is the day or the month first');
    expect((await imports.list(owner)).imports).toEqual([]);
    expect(await auditOf()).toEqual([]);
  });

  test('the same file twice, and one that overlaps it, store each sale once', async () => {
    await imported(night);
    expect(await imported(night)).toMatchObject({ stored: 0, alreadyThere: 3 });
    const later = `${header}2024-03-30 22:20,Old Fashioned,14.50,1,ok\n2024-04-01 21:00,Negroni,12.00,1,ok\n`;
    expect((await imports.preview(at(later))).body.sales).toMatchObject({
      stored: 1,
      alreadyThere: 1,
    });
    expect(await imported(later)).toMatchObject({ stored: 1, alreadyThere: 1 });
    expect(await total()).toBe(44.5);
  });

  test('one at a time: another is refused while it is at work, and not once its process has ended', async () => {
    await app.db
      .insertInto('imports')
      .values({
        venue_id: owner.venueId,
        id: unit.id,
        unit_id: unit.id,
        file_name: 'before.csv',
        state: 'running',
        bytes: 100,
        bytes_read: 40,
        started_at: app.deps.now(),
        seen_at: app.deps.now(),
      })
      .execute();
    expect(await listed(unit.id)).toMatchObject({ state: 'running', progress: 0.4 });
    expect(await imports.start(at(night))).toMatchObject({
      status: 409,
      body: { error: { message: importMessages.atWork } },
    });
    expect((await imports.takeBack(owner, unit.id)).status).toBe(409);

    app.setNow(new Date(Date.now() + 61_000));
    const lost = { state: 'stopped', note: importMessages.stopped };
    expect(await listed(unit.id)).toMatchObject(lost);
    expect(await imported(night)).toMatchObject({ stored: 3 });
  });

  test('uses the choices again for a file with the same columns, except where it shows them itself', async () => {
    const choices = { dates: 'day-first', states: { 'on tab': 'sold' }, columns: { quantity: '' } };
    await imported(`${header}3/4/2024,Negroni,12.00,1,on tab\n`, { choices });
    const again = (await imports.preview(at(`${header}5/4/2024,Negroni,12.00,1,on tab\n`))).body;
    expect(again).toMatchObject({
      remembered: true,
      choices,
      questions: [],
      sales: { stored: 1, days: [{ day: '2024-04-05' }] },
    });
    const shown = (await imports.preview(at(`${header}4/30/2024,Negroni,12.00,1,on tab\n`))).body;
    expect(shown).toMatchObject({
      dates: { value: 'month-first', by: 'file' },
      sales: { stored: 1, days: [{ day: '2024-04-30' }] },
    });
    const others = (await imports.preview(at('Date,Drink,Amount\n5/4/2024,Negroni,12.00\n'))).body;
    expect(others).toMatchObject({ remembered: false, questions: [{ about: 'dates' }] });
  });
});

describe('rejected lines', () => {
  const rejected = (id: string, by: { token: string; venueId: string }) =>
    app.send('GET', `/api/venues/${by.venueId}/imports/${id}/rejected.csv`, { token: by.token });

  test('are downloaded with their number, the reason and their cells, safe in a spreadsheet', async () => {
    const one = await imported(
      `${night}2024-03-31 22:35,"=HYPERLINK(""x"")",x,1,paid\n2024-03-31 22:36,Piña,12.00,0,paid\n`,
    );
    expect(one).toMatchObject({ rejected: 3, leftOut: 1, hasRejectedLines: true });
    const { status, text, headers } = await rejected(one.id, owner);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text.slice(1).split('\r\n')).toEqual([
      'line,reason,Date,Drink,Amount,Qty,Status',
      '6,amount is missing,2024-03-31 22:30,Old Fashioned,,1,paid',
      `7,amount is not a number,2024-03-31 22:35,"'=HYPERLINK(""x"")",x,1,paid`,
      '8,quantity is not a whole number from 1 to 100,2024-03-31 22:36,Piña,12.00,0,paid',
      '',
    ]);
    const other = await addOwner(app, `Quay of ${owner.userId}`);
    expect((await rejected(one.id, other)).status).toBe(404);
    expect((await rejected(one.id, { ...owner, token: other.token })).status).toBe(404);
  });

  test('of a file without any there is nothing to download', async () => {
    const one = await imported(`${header}2024-04-01 21:00,Negroni,12.00,1,ok\n`);
    expect(one).toMatchObject({ rejected: 0, hasRejectedLines: false });
  });
});

describe('take back', () => {
  test('deletes the sales of the import, and only those', async () => {
    const first = await imported(night);
    const other = `${header}2024-04-01 21:00,Negroni,12.00,1,ok\n`;
    await imported(other, { fileName: 'april.csv' });
    expect((await imports.takeBack(owner, first.id)).status).toBe(202);
    await expect
      .poll(() => listed(first.id), { timeout: 20_000 })
      .toMatchObject({ state: 'taken back', stored: 0, takenBack: 3 });
    expect(await total()).toBe(12);
    expect(await auditOf()).toHaveLength(3);

    expect(await imports.takeBack(owner, first.id)).toMatchObject({
      status: 409,
      body: { error: { message: importMessages.notToTakeBack } },
    });
    expect(await imported(night)).toMatchObject({ stored: 3 });
    expect(await total()).toBe(44.5);
  });
});

test('a server that closes ends the import, and the same file continues it', async () => {
  const soldAt = (index: number) => new Date(1_709_300_000_000 + index * 60_000).toISOString();
  const lines = Array.from({ length: 5_000 }, (_, index) => `${soldAt(index)},Negroni,12.00,1,ok`);
  const csv = `${header}${lines.join('\n')}\n`;
  const closing = await buildApp(app.deps);
  const { contentType, payload } = formOf(at(csv));
  const started = await closing.inject({
    method: 'POST',
    url: `/api/venues/${owner.venueId}/imports`,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': contentType },
    payload,
  });
  expect(started.statusCode).toBe(202);
  await closing.close();
  const [stopped] = (await imports.list(owner)).imports;
  expect(stopped).toMatchObject({ state: 'stopped', note: importMessages.stopped });
  const again = await imported(csv);
  expect(again.alreadyThere).toBe(stopped.stored);
  expect(again.stored + again.alreadyThere).toBe(5_000);
});

describe('access', () => {
  test('imports of another owner are not there', async () => {
    const one = await imported(night);
    const other = await addOwner(app, `Harbour of ${owner.userId}`);
    const theirs = await createUnit(app, other);
    const foreign = { ...at(night), token: other.token };
    for (const path of ['preview', 'start'] as const) {
      expect((await imports[path](foreign)).status).toBe(404);
      expect((await imports[path](at(night, { unit: theirs.unitNumber }))).status).toBe(404);
    }
    const list = await app.send('GET', `/api/venues/${owner.venueId}/imports`, {
      token: other.token,
    });
    expect(list.status).toBe(404);
    expect((await imports.takeBack(foreign, one.id)).status).toBe(404);
    expect((await imports.takeBack(other, one.id)).status).toBe(404);
    expect((await imports.list(other)).imports).toEqual([]);
    expect(await total()).toBe(32.5);
  });

  test('managers import, bartenders and accountants do not', async () => {
    const manager = await addPerson(app, owner, 'manager');
    expect((await imports.preview(at(night, { token: manager.token }))).status).toBe(200);
    for (const role of ['bartender', 'accountant'] as const) {
      const { token } = await addPerson(app, owner, role);
      const by = { token, venueId: owner.venueId };
      expect((await imports.preview(at(night, { token }))).status).toBe(403);
      expect((await imports.start(at(night, { token }))).status).toBe(403);
      expect((await imports.takeBack(by, unit.id)).status).toBe(403);
      const list = await app.send('GET', `/api/venues/${owner.venueId}/imports`, { token });
      expect(list.status).toBe(403);
    }
  });
});
