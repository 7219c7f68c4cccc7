import * as contract from '../../contract/copies.ts';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { groupBy } from '../../lib/lists.ts';
import { scopeOf } from '../../rules/permissions.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { inAllVenues, requireVenue } from '../venues/venue-access.ts';
import { type ListedCopy, listCopies, listCopyIds } from './copies.queries.ts';
import { copySetup, undoCopy } from './copies.ts';
import { type ListedTemplate, listTemplates } from './templates.queries.ts';
import { createSetupTemplate, deleteSetupTemplate } from './templates.ts';

export function copyRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.copySetup, ({ actor, body, raw }) =>
    copySetup(deps, body, auditContext({ actor, raw })),
  );

  mount(contract.listCopies, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const ids = await listCopyIds(deps.db, venue.id, deps.now());
    const rows = await inAllVenues(deps.db, () => listCopies(deps.db, ids, scopeOf(actor)));
    return [...groupBy(rows, ({ id }) => id).values()].map(copyView);
  });

  mount(contract.listSetupTemplates, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return (await listTemplates(deps.db, venue.owner_id)).map(templateView);
  });

  mount(contract.createSetupTemplate, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const made = await createSetupTemplate(deps, venue, body, auditContext({ actor, raw }));
    const { category, ingredients, drinks } = made.setup;
    return templateView({
      ...made,
      category,
      ingredients: ingredients.length,
      drinks: drinks.length,
    });
  });

  mount(contract.deleteSetupTemplate, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = parseId(params.templateId, 'template');
    const ref = { ownerId: venue.owner_id, id };
    await deleteSetupTemplate(deps, ref, auditContext({ actor, raw }));
    return { id };
  });

  mount(contract.undoCopy, ({ actor, params, raw }) =>
    undoCopy(deps, parseId(params.copyId, 'copy'), auditContext({ actor, raw })),
  );
}

const templateView = ({ id, owner_id, name, made_at, person, ...figures }: ListedTemplate) => ({
  id,
  name,
  forAllOwners: owner_id === null,
  category: figures.category,
  ingredients: figures.ingredients,
  drinks: figures.drinks,
  at: made_at.toISOString(),
  person,
});

const stateOf = ({ is_deleted, undone_at }: ListedCopy) =>
  undone_at !== null ? 'undone' : is_deleted ? 'deleted' : 'copied';

function copyView(units: readonly ListedCopy[]): EndpointResponse<'listCopies'>[number] {
  const [first] = units;
  if (!first) throw new Error('A copy has no unit');
  return {
    id: first.id,
    at: first.made_at.toISOString(),
    person: first.person,
    from: first.source,
    units: units.map((unit) => ({
      unitId: unit.unit_id,
      unitNumber: unit.unit_number,
      unitName: unit.unit_name,
      venueName: unit.venue_name,
      state: stateOf(unit),
    })),
  };
}
