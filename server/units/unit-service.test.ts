/** Times in service, as the health of the venue reports them. */
import { beforeEach, describe, expect, test } from 'vitest';
import { app, unit } from '../testing/with-app.ts';
import {
  addHistory,
  beat,
  beats,
  healthAt,
  minutesAfter,
  saturday,
  sell,
  send,
  tenPm,
  textsAt,
  withVenue,
} from '../testing/health.ts';

withVenue();

describe('HEALTH-10 a unit in service from 10 PM', () => {
  const path = () => `/api/units/${unit.unitNumber}/service`;
  beforeEach(async () => {
    await addHistory(unit, 20);
    await beats(unit, saturday('21:45'), tenPm);
    await sell(unit, tenPm);
    app.setNow(tenPm);
    const begun = await send('POST', path(), { minutes: 40, reason: 'cleaning' });
    expect(begun.body).toEqual({
      service: {
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
      text: 'In service until 10:40 PM (cleaning)',
      inService: { until: saturday('22:40').toISOString(), reason: 'cleaning' },
    });
    await beats(unit, saturday('22:37'), saturday('22:49'));
    app.setNow(saturday('22:39'));
    expect((await send('DELETE', path())).body).toEqual({ service: null });
    const { findings, units } = await healthAt(saturday('22:49'));
    expect([findings, units[0].inService, units[0].missedSales]).toEqual([[], null, 3]);
  });

  test('HEALTH-10 a time in service that is forgotten ends by itself, and one line says so', async () => {
    await beats(unit, saturday('22:37'), saturday('22:42'));
    const text = 'In service from 10:00 PM to 10:40 PM; it ended by itself';
    expect(await textsAt(saturday('22:42'))).toEqual([text]);
    expect((await healthAt(saturday('22:42'))).units[0].inService).toBeNull();
    await sell(unit, saturday('23:30'));
    await beats(unit, saturday('23:31'), saturday('23:40'));
    expect(await textsAt(saturday('23:40'))).toEqual([]);
  });

  test('a unit reports that it is in service, and ends that, but not what a person began', async () => {
    const events = async () => {
      const { body } = await send('GET', `/api/units/${unit.unitNumber}/history`);
      return body.events.map(({ text }: { text: string }) => text);
    };
    const until = async (at: Date) => (await healthAt(at)).units[0].inService?.until ?? null;
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
      'Service ended by the unit',
      'Taken into service by the unit (repair)',
    ]);
    expect(await textsAt(saturday('22:32'))).toEqual([]);
  });

  test('a time in service is extended from now, and has at most 12 hours', async () => {
    app.setNow(saturday('22:20'));
    expect((await send('POST', path(), {})).body.service).toEqual({
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
