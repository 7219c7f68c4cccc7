import { beforeEach, describe, expect, test } from 'vitest';
import { createUnit, type TestUnit } from '../../testing/app.ts';
import {
  addHistory,
  addUnit,
  beat,
  beats,
  healthAt,
  hourMs,
  minutesAfter,
  saturday,
  sell,
  tenPm,
  textsAt,
  withVenue,
} from '../../testing/health.ts';
import { switchFlag } from '../../testing/stock.ts';
import { app, owner, send, unit, withApp } from '../../testing/with-app.ts';

/** Contact to units: heartbeats are optional, and say how a unit is. */
describe('unit contact', () => {
  const at = (time: string): Date => new Date(`2026-07-01T${time}Z`);

  withApp({ now: at('20:00:00'), owner: 'Heard', unit: true });

  const contactOf = async ({ unitNumber }: TestUnit) =>
    (await app.send('GET', `/api/units/${unitNumber}/contact`, { token: owner.token })).body;

  const menuOf = ({ unitNumber, key } = unit) =>
    app.send('GET', `/api/units/${unitNumber}/menu`, { token: key });

  const beat = (body: object, { unitNumber, key } = unit) =>
    app.send('POST', `/api/units/${unitNumber}/heartbeat`, { token: key, body });

  test('BASE-08 a unit that never sends a heartbeat works, and every request is a contact', async () => {
    const silent = await createUnit(app, owner);
    expect(await contactOf(silent)).toEqual({ lastContactAt: null, since: null, heartbeat: null });
    const sold = await app.send('POST', '/api/orders', {
      token: silent.key,
      body: { drinks: [{ drinkId: silent.cubaLibre }] },
    });
    const menu = await app.send('GET', `/api/units/${silent.unitNumber}/menu`, {
      token: silent.key,
    });
    expect([sold.status, menu.status]).toEqual([201, 200]);
    const now = at('20:00:00').toISOString();
    expect(await contactOf(silent)).toEqual({ lastContactAt: now, since: now, heartbeat: null });
  });

  test('contact is stored again once a clock that was ahead is right again', async () => {
    const corrected = await createUnit(app, owner);
    const made = await app.send('POST', `/api/units/${corrected.unitNumber}/keys`, {
      token: owner.token,
    });
    expect(made.status).toBe(201);
    app.setNow(new Date('2027-08-05T20:00:00Z'));
    expect((await beat({}, corrected)).status).toBe(200);
    app.setNow(at('20:05:00'));
    for (const key of [corrected.key, made.body.key])
      expect((await beat({}, { ...corrected, key })).status).toBe(200);
    expect(await contactOf(corrected)).toMatchObject({
      lastContactAt: at('20:05:00').toISOString(),
      since: at('20:05:00').toISOString(),
    });
  });

  test('a heartbeat says how the unit is, in place of the one before', async () => {
    app.setNow(at('20:10:00'));
    const first = await beat({
      software: '4.1.0',
      startedAt: '2026-07-01T09:00:00Z',
      clock: at('20:15:00').getTime(),
      reader: 'ready',
      queuedSales: 3,
      positions: [
        { position: '1', state: 'ok' },
        { position: '3', state: 'blocked' },
      ],
    });
    expect([first.status, first.body]).toEqual([
      200,
      {
        now: '2026-07-01T20:10:00.000Z',
        menuTag: (await menuOf()).headers['etag'],
        nextAfterMs: 60_000,
      },
    ]);
    expect((await contactOf(unit)).heartbeat).toEqual({
      receivedAt: '2026-07-01T20:10:00.000Z',
      software: '4.1.0',
      startedAt: '2026-07-01T09:00:00.000Z',
      reader: 'ready',
      queuedSales: 3,
      clockSkewMs: 300_000,
      positions: [{ position: '3', state: 'blocked' }],
      oldMenuSince: null,
    });
    const healthPath = `/api/venues/${owner.venueId}/health`;
    const { units } = (await app.send('GET', healthPath, { token: owner.token })).body;
    expect(units.find(({ unitId }: { unitId: string }) => unitId === unit.id)).toMatchObject({
      software: '4.1.0',
      startedAt: '2026-07-01T09:00:00.000Z',
      reader: 'ready',
      queued: 3,
      skewMs: 300_000,
    });

    app.setNow(at('20:11:00'));
    expect((await beat({})).status).toBe(200);
    expect((await contactOf(unit)).heartbeat).toEqual({
      receivedAt: '2026-07-01T20:11:00.000Z',
      software: '',
      startedAt: null,
      reader: 'unknown',
      queuedSales: null,
      clockSkewMs: null,
      positions: [],
      oldMenuSince: null,
    });
  });

  test('a unit that reports another menu than its own shows an old one, until it reports the right one', async () => {
    app.setNow(at('20:20:00'));
    const { menuTag } = (await beat({})).body;
    expect((await menuOf()).headers['etag']).toBe(menuTag);
    const oldSince = async (body: object) => {
      expect((await beat(body)).status).toBe(200);
      return (await contactOf(unit)).heartbeat.oldMenuSince;
    };
    expect(await oldSince({ menuTag })).toBeNull();
    const price = { price: 12.34 };
    const changed = await app.send('PUT', `/api/drinks/${unit.cubaLibre}`, {
      token: owner.token,
      body: price,
    });
    expect(changed.status, changed.text).toBe(200);
    app.setNow(at('20:21:00'));
    const since = at('20:21:00').toISOString();
    expect(await oldSince({ menuTag })).toBe(since);
    app.setNow(at('20:22:00'));
    expect(await oldSince({ menuTag })).toBe(since);
    expect(await oldSince({})).toBeNull();
    const { menuTag: newTag } = (await beat({})).body;
    expect(newTag).not.toBe(menuTag);
    // A proxy may have made it a weak one.
    expect(await oldSince({ menuTag: `W/${newTag}` })).toBeNull();
  });

  test('the clock is that of the median of five heartbeats', async () => {
    for (const [index, skewMs] of [900_000, 10, 30, 20, 40, 25].entries()) {
      const now = at(`21:0${index}:00`);
      app.setNow(now);
      await beat({ clock: now.getTime() + skewMs });
    }
    expect((await contactOf(unit)).heartbeat.clockSkewMs).toBe(25);
  });

  test.each<[string, object]>([
    ['software', { software: 'x'.repeat(61) }],
    ['reader', { reader: 'gone' }],
    ['queuedSales', { queuedSales: -1 }],
    ['positions.0.position', { positions: [{ position: '100', state: 'ok' }] }],
    ['clock', { clock: 'noon' }],
  ])('a heartbeat with a wrong %s changes nothing', async (field, body) => {
    const before = await contactOf(unit);
    const refused = await beat(body);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]]);
    expect(await contactOf(unit)).toEqual(before);
  });

  test('a unit speaks for itself only', async () => {
    const other = await createUnit(app, owner);
    expect((await beat({}, { ...other, key: unit.key })).status).toBe(404);
  });
});

/** Maintenance, as the health of the venue reports them. */
describe('unit maintenance', () => {
  withVenue();

  describe('HEALTH-10 a unit in maintenance from 10 PM', () => {
    const path = () => `/api/units/${unit.unitNumber}/maintenance`;
    beforeEach(async () => {
      await addHistory(unit, 20);
      await beats(unit, saturday('21:45'), tenPm);
      await sell(unit, tenPm);
      app.setNow(tenPm);
      const begun = await send('POST', path(), { minutes: 40, reason: 'cleaning' });
      expect(begun.body).toEqual({
        maintenance: {
          from: tenPm.toISOString(),
          until: saturday('22:40').toISOString(),
          reason: 'cleaning',
        },
      });
    });

    test('HEALTH-10 no finding until 10:40 PM, and no missing sales of that time', async () => {
      for (const minutes of [4, 26, 39])
        expect(await textsAt(minutesAfter(tenPm, minutes))).toEqual([]);
      expect((await healthAt(minutesAfter(tenPm, 30))).units[0]).toMatchObject({
        text: 'In maintenance until 10:40 PM · cleaning',
        inMaintenance: { until: saturday('22:40').toISOString(), reason: 'cleaning' },
      });
      await beats(unit, saturday('22:37'), saturday('22:49'));
      app.setNow(saturday('22:39'));
      expect((await send('DELETE', path())).body).toEqual({ maintenance: null });
      const { findings, units } = await healthAt(saturday('22:49'));
      expect([findings, units[0].inMaintenance, units[0].missedSales]).toEqual([[], null, 3]);
    });

    test('HEALTH-10 maintenance that is forgotten ends by itself, and one line says so', async () => {
      await beats(unit, saturday('22:37'), saturday('22:42'));
      const text = 'In maintenance from 10:00 PM to 10:40 PM; it ended by itself';
      expect(await textsAt(saturday('22:42'))).toEqual([text]);
      expect((await healthAt(saturday('22:42'))).units[0].inMaintenance).toBeNull();
      await sell(unit, saturday('23:30'));
      await beats(unit, saturday('23:31'), saturday('23:40'));
      expect(await textsAt(saturday('23:40'))).toEqual([]);
    });

    test('a unit reports that it is in maintenance, and ends that, but not what a person began', async () => {
      const events = async () => {
        const { body } = await send('GET', `/api/units/${unit.unitNumber}/history`);
        return body.events.map(({ text }: { text: string }) => text);
      };
      const until = async (at: Date) => (await healthAt(at)).units[0].inMaintenance?.until ?? null;
      await beat(unit, saturday('22:05'), { service: null });
      expect(await until(saturday('22:05'))).toBe(saturday('22:40').toISOString());
      await beat(unit, saturday('22:15'), { service: { minutes: 10 } });
      expect(await until(saturday('22:15'))).toBe(saturday('22:40').toISOString());
      app.setNow(saturday('22:20'));
      await send('DELETE', path());

      await beat(unit, saturday('22:30'), { service: { minutes: 10, reason: 'repair' } });
      await beat(unit, saturday('22:31'), {});
      expect(await until(saturday('22:31'))).toBe(saturday('22:40').toISOString());
      await beat(unit, saturday('22:32'), { service: null });
      expect(await until(saturday('22:32'))).toBeNull();
      expect((await events()).slice(0, 2)).toEqual([
        'Maintenance ended by the unit',
        'Paused for maintenance by the unit (repair)',
      ]);
      expect(await textsAt(saturday('22:32'))).toEqual([]);
    });

    test('maintenance is extended from now, and has at most 12 hours', async () => {
      app.setNow(saturday('22:20'));
      expect((await send('POST', path(), {})).body.maintenance).toEqual({
        from: tenPm.toISOString(),
        until: saturday('22:50').toISOString(),
        reason: 'other',
      });
      expect((await send('POST', path(), { minutes: 721 })).body).toEqual({
        minutes: 'Use 5 minutes to 12 hours',
      });
      expect((await send('POST', path(), { reason: 'holiday' })).body).toEqual({
        reason: 'Use cleaning, repair, moved or other',
      });
    });
  });
});

/** Strips and the history of units through HTTP, at set times. */
describe('unit strips', () => {
  withVenue();

  const get = async (path: string) => {
    const { status, body } = await app.send('GET', path, { token: owner.token });
    expect(status).toBe(200);
    return body;
  };
  const stripsAt = (at: Date) => {
    app.setNow(at);
    return get(`/api/venues/${owner.venueId}/unit-strips`);
  };
  const historyAt = (at: Date) => {
    app.setNow(at);
    return get(`/api/units/${unit.unitNumber}/history`);
  };
  const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

  test('the strip of a unit has the sales and failures of 24 hours, the running one last', async () => {
    const other = await addUnit();
    await sell(unit, saturday('20:10'), { quantity: 3, successQuantity: 1 });
    await sell(unit, saturday('20:50'));
    await sell(unit, tenPm);
    const { from, units } = await stripsAt(minutesAfter(tenPm, 30));
    expect(from).toBe(new Date(tenPm.getTime() - 23 * hourMs).toISOString());
    const [first, second] = units;
    expect([first.unitId, second.unitId].toSorted()).toEqual([unit.id, other.id].toSorted());
    const ours = units.find(({ unitId }: { unitId: string }) => unitId === unit.id);
    const none = Array.from({ length: 21 }, () => 0);
    expect(ours).toMatchObject({
      orders: [...none, 2, 0, 1],
      failed: [...none, 2, 0, 0],
    });
    const quiet = units.find(({ unitId }: { unitId: string }) => unitId === other.id);
    expect([sum(quiet.orders), quiet.offline]).toEqual([0, []]);
  });

  test('a strip has the times without contact, and the present one of a unit that is offline', async () => {
    await beats(unit, saturday('18:00'), saturday('18:10'));
    await beats(unit, saturday('20:00'), tenPm);
    const [ended] = (await stripsAt(tenPm)).units[0].offline;
    expect(ended).toEqual({
      from: saturday('18:10').toISOString(),
      until: saturday('20:00').toISOString(),
    });
    expect((await stripsAt(minutesAfter(tenPm, 14))).units[0].offline).toEqual([
      ended,
      { from: tenPm.toISOString(), until: null },
    ]);
  });

  test('the history of a unit has its last 14 nights and what happened, newest first', async () => {
    await beat(unit, saturday('18:00'));
    await beats(unit, saturday('20:00'), saturday('20:05'));
    await sell(unit, saturday('20:06'), { successQuantity: 0 });
    app.setNow(saturday('20:30'));
    const path = `/api/units/${unit.unitNumber}/maintenance`;
    await send('POST', path, { minutes: 60, reason: 'cleaning' });
    app.setNow(saturday('20:40'));
    await send('DELETE', path);
    await beats(unit, saturday('20:07'), saturday('20:41'));
    const refused = await app.send('POST', '/api/orders', {
      token: unit.key,
      body: { drinks: [{ drinkId: unit.cubaLibre, price: 1 }] },
    });
    expect(refused.status).toBe(400);
    const { nights, events, offline, timezone } = await historyAt(saturday('20:42'));
    expect([timezone, nights.length]).toEqual(['America/New_York', 14]);
    expect(nights[0]).toMatchObject({ day: '2026-06-13', closed: false });
    expect(nights[0].from).toBe(saturday('05:00').toISOString());
    const [{ orders, glasses, failed }] = nights;
    expect([orders.length, orders[15], glasses[15], failed[15]]).toEqual([24, 1, 1, 1]);
    expect(sum(nights[1].orders)).toBe(0);
    expect(offline).toHaveLength(1);
    expect(events.map(({ text }: { text: string }) => text)).toEqual([
      expect.stringContaining('A sale was refused: '),
      expect.stringMatching(/^Maintenance ended by Health /),
      expect.stringMatching(/^Paused for maintenance by Health .* \(cleaning\)$/),
      'Offline for 2 h, until 8:00 PM',
    ]);
  });

  test('nights before the creation of a unit are left out, and an unknown time zone is refused', async () => {
    const created_at = saturday('06:00');
    await app.db.updateTable('units').set({ created_at }).where('id', '=', unit.id).execute();
    expect((await historyAt(tenPm)).nights).toHaveLength(1);
    const path = `/api/units/${unit.unitNumber}/history?timezone=Mars`;
    const { status, body } = await app.send('GET', path, { token: owner.token });
    expect([status, Object.keys(body)]).toEqual([400, ['timezone']]);
  });

  test('the health of a unit counts the ingredients that are low, with inventory management', async () => {
    const lowAt = async () => (await healthAt(tenPm)).units[0].lowStock;
    expect(await lowAt()).toBe(0);
    await app.db
      .updateTable('unit_positions')
      .set({ remaining_ml: 1 })
      .where('unit_id', '=', unit.id)
      .where('ingredient_id', '=', unit.rum)
      .execute();
    expect(await lowAt()).toBe(0);
    const at = { venueId: owner.venueId, unitId: unit.id };
    await switchFlag(app.db, at, 'general--inventory-management');
    expect(await lowAt()).toBe(1);
  });
});
