import type { z } from 'zod';
import type { unit } from '../../contract/units.ts';
import { toDollars } from '../../lib/money.ts';
import { unitFields } from './unit-fields.ts';
import type { InventoryEntry, UnitRow } from './units.queries.ts';

export function unitView(row: UnitRow): z.output<typeof unit> {
  return {
    _id: row.id,
    unitNumber: row.unit_number,
    venueId: row.venue_id,
    category: row.category,
    ...unitFields(row),
    inventory: Object.fromEntries(
      row.inventory.map((entry) => [entry.ingredient_id, entryView(entry)]),
    ),
  };
}

const entryView = (entry: InventoryEntry) => ({
  ingredientId: entry.ingredient_id,
  name: entry.name,
  price: toDollars(entry.price_cents),
  doublePrice: toDollars(entry.double_price_cents ?? 0),
  positionInUnit: entry.positions.map(String),
});
