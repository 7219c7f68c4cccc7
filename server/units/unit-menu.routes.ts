import * as endpoints from '../../contract/unit-menu.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { unitFlags, venueFlags } from '../adapters/flags/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { notFound } from '../shared/errors.ts';
import { requireUnit } from './unit-access.ts';
import { getMenuUnit, listMenuDrinks } from './unit-menu.queries.ts';
import { unitMenuView } from './unit-menu.view.ts';

export function unitMenuRoutes(mount: Mount, { db, flags }: AppDeps): void {
  mount(endpoints.getUnitMenu, async ({ actor, params }) => {
    const basics = await requireUnit({ db }, actor, params.unitNumber);
    const { id, venue_id: venueId } = basics;
    if (actor.kind === 'unit' && actor.unitId !== id) throw notFound('unit');
    const [unit, drinks] = await Promise.all([getMenuUnit(db, id), listMenuDrinks(db, basics)]);
    const [ofUnit, ofVenue] = await Promise.all([
      flags.flagsOn(unitFlags(basics)),
      flags.flagsOn(venueFlags({ id: venueId, name: unit.venue_name })),
    ]);
    return unitMenuView(unit, drinks, {
      discount: ofUnit.has(flagNamed.confirmationPage),
      double: ofVenue.has(flagNamed.doubleOrder),
      inventory: ofUnit.has(flagNamed.inventoryManagement),
    });
  });
}
