/** Categories of the menu of a venue: adding, changing and deleting them. */
import type { EndpointBody } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import {
  categoryMessages,
  menuHoursText,
  mostCategories,
} from '../../rules/drinks/availability.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertMenuChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, HttpError, notFound } from '../shared/errors.ts';
import { newId, parseId } from '../shared/ids.ts';
import { hoursOf } from '../shared/category-fields.ts';
import type { AuditContext } from '../shared/require.ts';
import { listClocks } from '../venues/nights.queries.ts';
import { lockVenue } from '../venues/venues.queries.ts';
import * as queries from './menu-categories.queries.ts';
import type { CategoryRow } from './menu-categories.queries.ts';

type Deps = Pick<AppDeps, 'db' | 'now'>;
type Venue = { id: string; name: string; owner_id: string };

/** Adds a category. Throws 409 for a name that another one has, and for hours in a venue without a clock. Audited. */
export function createMenuCategory(
  deps: Deps,
  venue: Venue,
  requested: EndpointBody<'createMenuCategory'>,
  by: AuditContext,
): Promise<CategoryRow> {
  return inMenu(deps, venue, async (transaction, { at, categories }) => {
    if (categories.length >= mostCategories) throw new HttpError(409, categoryMessages.tooMany);
    const row = { venue_id: venue.id, id: newId(at), created_at: at, name: '', hours: null };
    const after = await storeCategory(
      transaction,
      { ...row, drink_ids: [] },
      requested,
      categories,
    );
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'menu_category.created',
      target: targetOf(after, venue),
      newValue: fieldsOf(after),
    });
    return after;
  });
}

/** Changes a category; throws as createMenuCategory does. Audited. */
export function updateMenuCategory(
  deps: Deps,
  venue: Venue,
  id: string,
  changes: EndpointBody<'updateMenuCategory'>,
  by: AuditContext,
): Promise<CategoryRow> {
  return inMenu(deps, venue, async (transaction, { at, categories }) => {
    const before = requireCategory(categories, id);
    const after = await storeCategory(transaction, before, changes, categories);
    const [oldValue, newValue] = [fieldsOf(before), fieldsOf(after)];
    if (
      JSON.stringify([oldValue, before.drink_ids]) === JSON.stringify([newValue, after.drink_ids])
    )
      return after;
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'menu_category.updated',
      target: targetOf(after, venue),
      oldValue,
      newValue,
    });
    return after;
  });
}

/** Deletes a category; its drinks stay. Audited. */
export async function deleteMenuCategory(
  deps: Deps,
  venue: Venue,
  id: string,
  by: AuditContext,
): Promise<void> {
  await inMenu(deps, venue, async (transaction, { at, categories }) => {
    const category = requireCategory(categories, id);
    await queries.setDrinks(transaction, category, []);
    await queries.deleteCategory(transaction, category);
    await insertAudit(transaction, by, at, {
      ownerId: venue.owner_id,
      action: 'menu_category.deleted',
      target: targetOf(category, venue),
      oldValue: fieldsOf(category),
    });
  });
}

interface Menu {
  at: Date;
  categories: readonly CategoryRow[];
}

/** Changes the categories of a venue one after the other, and logs that the menus of its units changed. */
const inMenu = <Result>(
  { db, now }: Deps,
  venue: Venue,
  change: (transaction: Tx, menu: Menu) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (transaction) => {
    const at = now();
    await insertMenuChanges(transaction, venue.id, null, at);
    await lockVenue(transaction, venue.id);
    return change(transaction, {
      at,
      categories: await queries.listCategories(transaction, venue.id),
    });
  });

function requireCategory(categories: readonly CategoryRow[], id: string): CategoryRow {
  const found = categories.find((category) => category.id === id);
  if (!found) throw notFound('category');
  return found;
}

async function storeCategory(
  transaction: Tx,
  before: CategoryRow,
  changes: EndpointBody<'updateMenuCategory'>,
  categories: readonly CategoryRow[],
): Promise<CategoryRow> {
  const { name = before.name, hours = before.hours, drinkIds } = changes;
  const isTaken = categories.some(
    (other) => other.id !== before.id && other.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw fieldError({ name: categoryMessages.sameName }, 409);
  if (hours !== null && (await listClocks(transaction, before.venue_id)).length === 0)
    throw fieldError({ hours: categoryMessages.noClock }, 409);
  const after = { ...before, name, hours };
  await queries.upsertCategory(transaction, after);
  if (drinkIds === undefined) return after;
  const drink_ids = [...new Set(drinkIds.map((id) => parseId(id, 'drink').toLowerCase()))];
  const known = await queries.setDrinks(transaction, before, drink_ids);
  if (known < drink_ids.length) throw notFound('drink');
  return { ...after, drink_ids };
}

const targetOf = ({ name }: CategoryRow, venue: Venue): string =>
  `category ${name} of venue ${venue.name}`;

/** In the audit log. */
function fieldsOf(row: CategoryRow) {
  const hours = hoursOf(row);
  return {
    name: row.name,
    hours: hours === null ? 'all times' : menuHoursText(hours),
    drinks: row.drink_ids.length,
  };
}
