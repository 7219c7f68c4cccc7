import { describe, expect, test } from 'vitest';
import { app, owner, send, unit } from '../testing/with-app.ts';
import {
  minutesAfter,
  ninePm,
  refillAt,
  rum,
  saturday,
  sell,
  sellMany,
  withRefills,
} from '../testing/health.ts';

withRefills();

describe('times without an ingredient', () => {
  const stockouts = async () =>
    (
      await app.db
        .selectFrom('stock_outs')
        .select(['ingredient_id', 'from_at', 'until_at'])
        .where('unit_id', '=', unit.id)
        .orderBy('from_at')
        .execute()
    ).map(({ ingredient_id: id, from_at: from, until_at: until }) => [
      id === unit.rum ? 'rum' : 'other',
      from.toISOString(),
      until?.toISOString() ?? null,
    ]);

  const reported = async () =>
    (
      await app.db
        .selectFrom('unit_positions')
        .select('reported_empty_at')
        .where('unit_id', '=', unit.id)
        .where('ingredient_id', '=', unit.rum)
        .execute()
    ).map(({ reported_empty_at: at }) => at);

  test('begin with the sale that leaves less than a serving, and end with the refill', async () => {
    await sellMany(21, saturday('20:00'));
    expect(await stockouts()).toEqual([]);
    await sellMany(1, saturday('20:10'));
    expect(await stockouts()).toEqual([['rum', '2026-06-14T00:10:00.000Z', null]]);
    await refillAt(ninePm, [rum()]);
    expect(await stockouts()).toEqual([
      ['rum', '2026-06-14T00:10:00.000Z', '2026-06-14T01:00:00.000Z'],
    ]);
  });

  test('do not begin with a sale of before the last refill, which took from the bottle before', async () => {
    await sellMany(21, saturday('20:00'));
    await refillAt(ninePm, [rum()]);
    await sellMany(21, minutesAfter(ninePm, 5));
    // Without a network since before the refill.
    await sell(unit, saturday('20:30'), {}, minutesAfter(ninePm, 10));
    expect(await stockouts()).toEqual([]);
    await sellMany(1, minutesAfter(ninePm, 15));
    expect(await stockouts()).toEqual([['rum', minutesAfter(ninePm, 15).toISOString(), null]]);
  });

  test('are judged by the last pour, also where an earlier one arrives after it', async () => {
    const pours = (outcome: string, ml: number) => [
      { ingredientId: unit.rum, position: '1', ml, ms: 900, outcome },
    ];
    const foundEmpty = { successQuantity: 0, pours: pours('empty', 0) };
    const poured = { pours: pours('poured', 45) };
    const [eight, twentyPast] = [saturday('20:00'), saturday('20:20')];
    await sell(unit, eight, foundEmpty);
    await sell(unit, twentyPast, poured);
    await sell(unit, saturday('20:10'), foundEmpty, twentyPast);
    const first = ['rum', eight.toISOString(), twentyPast.toISOString()];
    expect(await stockouts()).toEqual([first]);
    expect(await reported()).toEqual([null]);
    const half = saturday('20:30');
    await sell(unit, half, foundEmpty);
    await sell(unit, saturday('20:25'), poured, half);
    expect(await stockouts()).toEqual([first, ['rum', half.toISOString(), null]]);
    expect(await reported()).toEqual([half]);
  });

  test('a new ingredient was never there before it was loaded', async () => {
    app.setNow(ninePm);
    const added = await send('POST', '/api/ingredients', {
      name: 'Gin',
      venueId: owner.venueId,
      unitId: unit.id,
      positionInUnit: ['5'],
      active: true,
    });
    expect(added.status, added.text).toBe(201);
    expect(await stockouts()).toEqual([
      ['other', '1970-01-01T00:00:00.000Z', ninePm.toISOString()],
    ]);
  });

  test('a bottle that is taken out and put back was away in between', async () => {
    app.setNow(ninePm);
    const path = `/api/ingredients/${unit.rum}`;
    await send('PUT', `${path}/deactivate`, { unitId: unit.id });
    app.setNow(minutesAfter(ninePm, 30));
    await send('PUT', `${path}/reactivate`, { unitId: unit.id });
    expect(await stockouts()).toEqual([
      ['rum', '2026-06-14T01:00:00.000Z', '2026-06-14T01:30:00.000Z'],
    ]);
  });

  test('a bottle that a pour found empty is out also after it was taken out and put back', async () => {
    const pours = [{ ingredientId: unit.rum, position: '1', ml: 0, ms: 900, outcome: 'empty' }];
    await sell(unit, saturday('20:00'), { successQuantity: 0, pours });
    app.setNow(ninePm);
    for (const action of ['deactivate', 'reactivate']) {
      const path = `/api/ingredients/${unit.rum}/${action}`;
      expect((await send('PUT', path, { unitId: unit.id })).status).toBe(200);
    }
    expect(await stockouts()).toEqual([['rum', '2026-06-14T00:00:00.000Z', null]]);
    expect(await reported()).toEqual([saturday('20:00')]);
  });

  test('a bottle that a pour found empty is out until it is refilled, whatever else changes of its ingredient', async () => {
    const pours = [{ ingredientId: unit.rum, position: '1', ml: 0, ms: 900, outcome: 'empty' }];
    await sell(unit, saturday('20:00'), { successQuantity: 0, pours });
    const out = ['rum', '2026-06-14T00:00:00.000Z', null];
    expect(await stockouts()).toEqual([out]);
    const change = (body: object) =>
      send('PUT', `/api/ingredients/${unit.rum}`, { unitId: unit.id, ...body });
    app.setNow(ninePm);
    for (const body of [
      { price: 9 },
      { name: 'White Rum', threshold: 30 },
      { positionInUnit: ['1'] },
      { ingredientSize: 750 },
    ]) {
      expect((await change(body)).status).toBe(200);
      expect(await stockouts()).toEqual([out]);
    }
    // With inventory management, another set of positions is filled.
    expect((await change({ positionInUnit: ['1', '2'] })).status).toBe(200);
    expect(await stockouts()).toEqual([['rum', '2026-06-14T00:00:00.000Z', ninePm.toISOString()]]);
    expect(await reported()).toEqual([null, null]);
  });
});
