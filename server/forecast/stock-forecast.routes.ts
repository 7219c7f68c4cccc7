import * as endpoints from '../../contract/stock.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { getStockForecast } from './get-stock-forecast.ts';
import { stockForecastView } from './stock-forecast.view.ts';
import { requireTimezone } from '../venues/nights.ts';

export function stockForecastRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getStockForecast, async ({ actor, params, query, reads }) => {
    const { timezone, until: horizon } = query;
    requireTimezone(timezone);
    const venue = await requireVenue(deps, actor, params.venueId);
    const forecast = await getStockForecast({ ...deps, reads }, venue.id, { timezone, horizon });
    return stockForecastView(forecast);
  });
}
