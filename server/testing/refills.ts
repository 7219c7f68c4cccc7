/** Test helpers: a unit that tracks its stock, and refills of it. */
import { beforeEach } from 'vitest';
import type { TestUnit } from './app.ts';
import { switchFlag } from './flags.ts';
import { app, owner, saturday, sell, send, unit, withVenue } from './health.ts';

/** A venue whose unit has inventory management. */
export function withRefills(): void {
  withVenue();
  beforeEach(() => trackStock(unit));
}

export const ninePm = saturday('21:00');
export const trackStock = (of: TestUnit) =>
  switchFlag(app.db, { venueId: owner.venueId, unitId: of.id }, 'general--inventory-management');

export async function level(position = 1): Promise<number | undefined> {
  const row = await app.db
    .selectFrom('unit_positions')
    .select('remaining_ml')
    .where('unit_id', '=', unit.id)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.remaining_ml;
}

export const movements = async () =>
  (
    await app.db
      .selectFrom('stock_movements')
      .selectAll()
      .where('unit_id', '=', unit.id)
      .where('kind', '<>', 'loaded')
      .orderBy('number')
      .execute()
  ).map(
    (row) =>
      `${row.kind} ${row.position}: ${row.level_before_ml} > ${row.level_after_ml} at ${row.at.toISOString()}`,
  );

export const refillAt = async (at: Date, refills: object[]) => {
  app.setNow(at);
  return send('POST', `/api/units/${unit.unitNumber}/refills`, { refills });
};
export const rum = (more: object = {}) => ({
  key: 'a',
  position: 1,
  ingredientId: unit.rum,
  ...more,
});
export const resultsOf = ({ body }: { body: any }) => body.refills.map((one: any) => one.result);

/** Sells as many Cuba Libres, which take 45 ml of rum each. */
export const sellMany = async (count: number, at: Date) => {
  for (let nth = 0; nth < count; nth += 1) await sell(unit, at);
};
