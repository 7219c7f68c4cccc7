import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { asJob } from '../worker/worker.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner } from '../testing/app.ts';
import {
  daysAfter,
  minutesAfter,
  saturday,
  sell,
  signInAt,
  sixAm,
  withCloseOuts,
} from '../testing/health.ts';
import { testOutbox } from '../testing/services/messages.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';
import { sumSales } from '../sums/sum-sales.ts';
import { certifyNights } from './certify-nights.ts';

describe('certificates of nights', () => {
  withCloseOuts();

  const day = '2026-06-13';
  const base = () => `/api/venues/${owner.venueId}`;
  const path = (night = day) => `${base()}/nights/${night}/certificate`;

  /** Runs the job at a time, and returns what it logs. */
  async function certifyAt(at: Date): Promise<string[]> {
    await signInAt(at);
    await asJob(() => sumSales({ db: app.db }));
    const { deps, errors } = testOutbox(app);
    await asJob(() => certifyNights(deps));
    return errors;
  }
  const certificate = async (night = day, version?: number) => {
    const query = version === undefined ? '' : `?version=${version}`;
    const { status, body } = await send('GET', `${path(night)}${query}`);
    expect(status).toBe(200);
    return body;
  };
  const verify = async (night = day) => {
    const { status, body } = await send('GET', `${path(night)}/verify`);
    expect(status).toBe(200);
    return body;
  };
  const nextDay = () => daysAfter(sixAm, 1);

  test('a night is certified when its close-out is due, with the figures of the sales report', async () => {
    await sell(unit, saturday('21:00'), { quantity: 2 });
    await sell(unit, saturday('22:10'));
    expect(await certifyAt(new Date(sixAm.getTime() - 1000))).toEqual([]);
    expect((await send('GET', path())).status).toBe(404);
    expect(await certifyAt(minutesAfter(sixAm, 15))).toEqual([]);
    const made = await certificate();
    const range = `startDate=${saturday('05:00').getTime()}&endDate=${sixAm.getTime() - 3_600_001}`;
    const { body: report } = await send(
      'GET',
      `/api/orders/sales/report?venueId=${owner.venueId}&${range}`,
    );
    expect(made).toMatchObject({
      day,
      version: 1,
      state: 'agrees',
      sales: 2,
      lines: 2,
      gross: report.grossVolume,
      sums: {
        sales: report.totalSales,
        taxes: report.totalTaxes,
        tips: report.totalTips,
        refunds: report.totalRefunds,
        servings: report.totalServings,
      },
      changes: [{ unitNumber: unit.unitNumber, number: expect.any(Number) }],
      differences: [],
      previousHash: null,
      versions: [{ version: 1, reason: '' }],
    });
    const charged = made.readers.reduce(
      (sum: number, one: { charged: number }) => sum + one.charged,
      0,
    );
    expect(charged).toBeCloseTo(report.grossVolume, 2);
    expect(made.linesHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await verify()).toMatchObject({ valid: true, pending: '', problems: [] });
    const list = await send('GET', `${base()}/certificates?from=${day}&to=${day}`);
    expect(list.body).toEqual([{ day, version: 1, madeAt: made.madeAt, state: 'agrees' }]);
  });

  test('each night is chained with the one before', async () => {
    await sell(unit, saturday('21:00'));
    await certifyAt(minutesAfter(sixAm, 15));
    await certifyAt(nextDay());
    const first = await certificate();
    expect(await certificate('2026-06-14')).toMatchObject({ sales: 0, previousHash: first.hash });
    expect(await verify('2026-06-14')).toMatchObject({
      valid: true,
      chain: { nights: 1, comparedFrom: day, broken: [] },
    });
  });

  test('PROOF-02: a cent changed in a sum is found that night, with its bucket, and rebuilt', async () => {
    await sell(unit, saturday('21:00'));
    await app.pool.query(
      `update sales_rollups set sales_cents = sales_cents + 1
       where venue_id = $1 and grain = 'hour' and bucket = $2`,
      [owner.venueId, saturday('21:00')],
    );
    const at = minutesAfter(sixAm, 15);
    const [logged] = await certifyAt(at);
    expect(logged).toContain(`The night ${day} of venue ${owner.venueId} differs from its sales`);
    const found = await certificate();
    expect(found.state).toBe('checking');
    expect(found.differences[0]).toMatch(
      /^Rollup of the hour 2026-06-14T01:00:00.000Z, unit \d+: stored sales_cents \d+; from the sales sales_cents \d+\.$/,
    );
    const { rows } = await app.pool.query(
      'select differences, sentences from venue_verifications where venue_id = $1',
      [owner.venueId],
    );
    expect(rows[0].sentences).toEqual(found.differences);
    expect(await certifyAt(minutesAfter(at, 1))).toEqual([]);
    expect(await certificate()).toMatchObject({
      version: 2,
      state: 'agrees',
      reason: 'sums rebuilt',
      differences: [],
    });
    expect(await certificate(day, 1)).toEqual({
      ...found,
      versions: expect.arrayContaining(found.versions),
    });
    const audit = await app.db
      .selectFrom('audit')
      .select('target')
      .where('action', '=', 'venue.sums_rebuilt')
      .execute();
    expect(audit.map(({ target }) => target)).toContainEqual(
      expect.stringMatching(/^venue .*, Sat, Jun 13$/),
    );
  });

  test('PROOF-03: a line changed in the database fails its night, and the chain of later nights', async () => {
    const sale = await sell(unit, saturday('21:00'));
    await certifyAt(minutesAfter(sixAm, 15));
    await certifyAt(nextDay());
    const change = (cents: number) =>
      app.pool.query(
        `update ordered_drinks set tip_cents = tip_cents + $2 where venue_id = $1 and order_id = $3`,
        [owner.venueId, cents, sale.id],
      );
    await change(1);
    expect(await verify()).toMatchObject({
      valid: false,
      changedHours: ['2026-06-14T01:00:00.000Z'],
      problems: ['The sales are not those that were certified.'],
    });
    expect(await verify('2026-06-14')).toMatchObject({
      valid: false,
      problems: [],
      chain: { broken: [day] },
    });
    await change(-1);
    expect(await verify('2026-06-14')).toMatchObject({ valid: true });
    await app.pool.query(
      `update night_certificates set body = jsonb_set(body, '{sums,tipCents}', '1') where venue_id = $1 and day = $2`,
      [owner.venueId, day],
    );
    expect((await verify()).problems).toEqual([
      'The hash of the certificate is not that of its figures.',
    ]);
    expect((await verify('2026-06-14')).chain.broken).toEqual([day]);
  });

  test('PROOF-04: a late sale and a refund make version 2 that names them, and version 1 stays', async () => {
    const sale = await sell(unit, saturday('21:00'));
    const at = minutesAfter(sixAm, 15);
    await certifyAt(at);
    const first = await certificate();
    const late = minutesAfter(at, 10);
    await sell(unit, saturday('23:00'), {}, late);
    await sell(unit, saturday('23:30'), {}, late);
    expect((await verify()).pending).toBe('2 late sales');
    expect((await verify()).valid).toBe(true);
    const refund = `/api/orders/${sale.id}/refund?drinkIndexes=0`;
    expect((await send('GET', refund)).status).toBe(200);
    expect(await certifyAt(minutesAfter(at, 30))).toEqual([]);
    const second = await certificate();
    expect(second).toMatchObject({
      version: 2,
      state: 'agrees',
      sales: 3,
      reason: '2 late sales, 1 refund',
      previousHash: first.previousHash,
    });
    const { versions: _versions, ...kept } = first;
    expect(await certificate(day, 1)).toMatchObject(kept);
    expect((await verify()).valid).toBe(true);
    await certifyAt(minutesAfter(at, 60));
    expect((await certificate()).version).toBe(2);
    expect((await send('GET', `${path()}?version=3`)).status).toBe(404);
  });

  test('PROOF-05: another process makes the same bytes', async () => {
    await sell(unit, saturday('21:00'), { quantity: 2 });
    await sell(unit, saturday('22:10'));
    await certifyAt(minutesAfter(sixAm, 15));
    const { rows } = await app.pool.query(
      'select body, encode(hash, $3) as hash from night_certificates where venue_id = $1 and day = $2',
      [owner.venueId, day, 'hex'],
    );
    const script = new URL('../testing/certify-once.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', './tools/typescript.mjs', script, app.databaseUrl, owner.venueId, day],
      { env: { ...process.env, TZ: 'Asia/Kolkata', LC_ALL: 'de_DE.UTF-8' } },
    );
    expect(JSON.parse(stdout)).toEqual(rows[0]);
  });

  test('who may not see the sales report of a venue sees no certificate', async () => {
    await certifyAt(minutesAfter(sixAm, 15));
    const stranger = await addOwner(app, 'Stranger');
    const bartender = await addPerson(app, owner, 'bartender');
    for (const suffix of ['', '/verify']) {
      const of = (token: string) => app.send('GET', path() + suffix, { token });
      expect((await of(stranger.token)).status).toBe(404);
      expect((await of(bartender.token)).status).toBe(403);
    }
  });
});
