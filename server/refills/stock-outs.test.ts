import { describe, expect, test } from 'vitest';
import { app, minutesAfter, owner, saturday, send, unit } from '../testing/health.ts';
import { withRefills, ninePm, refillAt, rum, sellMany } from '../testing/refills.ts';

withRefills();

describe('times without an ingredient', () => {
  const outs = async () =>
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

  test('begin with the sale that leaves less than a serving, and end with the refill', async () => {
    await sellMany(21, saturday('20:00'));
    expect(await outs()).toEqual([]);
    await sellMany(1, saturday('20:10'));
    expect(await outs()).toEqual([['rum', '2026-06-14T00:10:00.000Z', null]]);
    await refillAt(ninePm, [rum()]);
    expect(await outs()).toEqual([['rum', '2026-06-14T00:10:00.000Z', '2026-06-14T01:00:00.000Z']]);
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
    expect(await outs()).toEqual([['other', '1970-01-01T00:00:00.000Z', ninePm.toISOString()]]);
  });

  test('a bottle that is taken out and put back was away in between', async () => {
    app.setNow(ninePm);
    const path = `/api/ingredients/${unit.rum}`;
    await send('PUT', `${path}/deactivate`, { unitId: unit.id });
    app.setNow(minutesAfter(ninePm, 30));
    await send('PUT', `${path}/reactivate`, { unitId: unit.id });
    expect(await outs()).toEqual([['rum', '2026-06-14T01:00:00.000Z', '2026-06-14T01:30:00.000Z']]);
  });
});
