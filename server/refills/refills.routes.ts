import * as endpoints from '../../contract/refills.ts';
import { dateMessages } from '../../lib/date-messages.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { forecastMessages } from '../../rules/forecast/forecast-messages.ts';
import { parseClockText } from '../../rules/nights/venue-clock.ts';
import { getStockForecast } from '../forecast/get-stock-forecast.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { changedBy } from '../shared/require.ts';
import { requireUnit } from '../units/unit-access.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { refillListView } from './refill-list.view.ts';
import { refillPositions } from './refill-positions.ts';
import { updateRefillPlan } from './update-refill-plan.ts';

const lastMinuteOfDay = 1439;

export function refillRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getRefillList, async ({ actor, params, query, reads }) => {
    const { timezone, until: horizon } = query;
    if (!isTimezone(timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venue = await requireVenue(deps, actor, params.venueId);
    const forecast = await getStockForecast({ ...deps, reads }, venue.id, { timezone, horizon });
    return refillListView(forecast);
  });

  mount(endpoints.refillPositions, async ({ actor, params, body }) => {
    const unit = await requireUnit(deps, actor, params.unitNumber);
    return { refills: await refillPositions(deps, unit, body.refills, actor) };
  });

  mount(endpoints.updateRefillPlan, async ({ actor, params, body, raw }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const minutes = body.at === null ? null : parseClockText(body.at, lastMinuteOfDay);
    if (body.at !== null && minutes === null) throw fieldError({ at: forecastMessages.badTime });
    await updateRefillPlan(deps, venue, minutes, changedBy({ actor, raw }));
    return { at: body.at };
  });
}
