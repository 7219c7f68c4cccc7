import * as contract from '../../contract/menu-categories.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { listClocks } from '../venues/nights.queries.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { createMenuCategory, deleteMenuCategory, updateMenuCategory } from './menu-categories.ts';
import { type CategoryRow, listCategories } from './menu-categories.queries.ts';
import { categoryView } from './menu-categories.view.ts';

export function menuCategoryRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.listMenuCategories, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const [rows, clocks] = await Promise.all([
      listCategories(deps.db, venue.id),
      listClocks(deps.db, venue.id),
    ]);
    return rows.map((row) => categoryView(row, clocks, deps.now()));
  });

  mount(contract.createMenuCategory, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return present(await createMenuCategory(deps, venue, body, auditContext({ actor, raw })));
  });

  mount(contract.updateMenuCategory, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = parseId(params.id, 'category').toLowerCase();
    return present(await updateMenuCategory(deps, venue, id, body, auditContext({ actor, raw })));
  });

  mount(contract.deleteMenuCategory, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = parseId(params.id, 'category').toLowerCase();
    await deleteMenuCategory(deps, venue, id, auditContext({ actor, raw }));
    return { id };
  });

  const present = async (row: CategoryRow) =>
    categoryView(row, await listClocks(deps.db, row.venue_id), deps.now());
}
