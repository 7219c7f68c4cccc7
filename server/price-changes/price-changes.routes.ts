import * as contract from '../../contract/prices.ts';
import { toDollars } from '../../lib/money.ts';
import type { Mount } from '../http/mount.ts';
import {
  changePrices,
  previewPrices,
  type RepricedDrink,
  undoPriceChange,
} from './price-changes.ts';
import { type ListedChange, listPriceChanges, type PricedDrink } from './price-changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { parseId } from '../shared/ids.ts';
import { auditContext } from '../shared/require.ts';
import { requireVenue } from '../venues/venue-access.ts';

export function priceChangeRoutes(mount: Mount, deps: AppDeps): void {
  mount(contract.changePrices, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { id, drinks } = body.preview
      ? { id: null, drinks: await previewPrices(deps, venue, body) }
      : await changePrices(deps, venue, body, auditContext({ actor, raw }));
    return { id, drinks: drinks.map(repricedView) };
  });

  mount(contract.listPriceChanges, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return (await listPriceChanges(deps.db, venue.id, deps.now())).map(changeView);
  });

  mount(contract.undoPriceChange, async ({ actor, params, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const id = parseId(params.id, 'price change');
    const { undone, kept } = await undoPriceChange(deps, venue, id, auditContext({ actor, raw }));
    return { undone, kept: kept.map(keptView) };
  });
}

type Named = Pick<PricedDrink, 'id' | 'name' | 'unit_id' | 'unit_number' | 'unit_name'>;

const namedView = ({ id, name, unit_id, unit_number, unit_name }: Named) => ({
  id,
  name,
  unitId: unit_id,
  unitNumber: unit_number,
  unitName: unit_name,
});

const repricedView = ({ drink, cents, doubleCents }: RepricedDrink) => ({
  ...namedView(drink),
  was: toDollars(drink.price_cents),
  is: toDollars(cents),
  ...(doubleCents && {
    doubleWas: toDollars(doubleCents.was),
    doubleIs: toDollars(doubleCents.is),
  }),
});

const keptView = (drink: PricedDrink) => ({
  ...namedView(drink),
  price: drink.deleted_at === null ? toDollars(drink.price_cents) : null,
});

const changeView = ({
  id,
  made_at,
  person,
  description,
  drinks,
  name,
  undone_at,
}: ListedChange) => ({
  id,
  at: made_at.toISOString(),
  person,
  change: description,
  drinks,
  name,
  undoneAt: undone_at?.toISOString() ?? null,
});
