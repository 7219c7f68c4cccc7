import { z } from 'zod';
import * as endpoints from '../../contract/fleet.ts';
import { ageLabels, cohortRates } from '../../rules/fleet/cohorts.ts';
import { fleetMessages } from '../../rules/fleet/fleet-messages.ts';
import type { FleetSort } from '../../rules/fleet/fleet.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { decodeCursor, encodeCursor } from '../shared/cursor.ts';
import { fieldError } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import {
  findVersion,
  type FleetRow,
  listFleet,
  sumCohorts,
  sumFleet,
  valueOf,
} from './fleet.queries.ts';
import { figuresView, fleetUnitView } from './fleet.view.ts';
import { keptMs } from './store-fleet.ts';
import { countActiveTickets } from './tickets.queries.ts';

export function fleetRoutes(mount: Mount, { db, now }: Pick<AppDeps, 'db' | 'now'>): void {
  mount(endpoints.listFleet, async ({ query }) => {
    const { sort, cursor, pagination, ...filter } = query;
    if (filter.owner !== undefined) parseId(filter.owner, 'owner');
    const after = cursor === undefined ? null : cursorOf(cursor, sort);
    const atMs = after?.atMs ?? now().getTime();
    if (now().getTime() - atMs >= keptMs) throw fieldError({ cursor: fleetMessages.tooOld });
    const version = after?.version ?? (await findVersion(db));
    const { size } = pagination;
    const [rows, total] = await Promise.all([
      // One more shows whether there is another page.
      listFleet(db, { version, filter, sort }, { after: after ?? undefined, size: size + 1 }),
      sumFleet(db, version, filter),
    ]);
    const page = rows.slice(0, size);
    const tickets = await countActiveTickets(
      db,
      page.map(({ unit_id }) => unit_id),
    );
    const last = rows.length > size ? page.at(-1) : undefined;
    return {
      units: page.map((row) => fleetUnitView(row, tickets.get(row.unit_id) ?? 0)),
      next: last ? textOf(last, { version, atMs, sort }) : null,
      ...figuresView(total),
    };
  });

  mount(endpoints.listFleetCohorts, async ({ query: { by } }) => {
    const version = await findVersion(db);
    const [cohorts, total] = await Promise.all([
      sumCohorts(db, by, now()),
      sumFleet(db, version, {}),
    ]);
    const rates = cohortRates(cohorts);
    return {
      cohorts: cohorts.flatMap(({ name, units, failed, glasses }, nth) => {
        const rate = rates[nth];
        if (!rate) return [];
        const { isMarked, ...figures } = rate;
        const label = by === 'age' ? (ageLabels[Number(name)] ?? name) : name;
        return [{ name: label, units, failed, glasses, ...figures, marked: isMarked }];
      }),
      figures: figuresView(total).figures,
    };
  });
}

/** Version of the list, when its first page was read, and the last unit of a page. */
const cursorShape = z.tuple([
  z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  z.int().min(0).max(8e15),
  z.union([z.number(), z.string().max(1000)]),
  z.guid(),
]);

const textOf = (
  row: FleetRow,
  { version, atMs, sort }: { version: number; atMs: number; sort: FleetSort },
): string => encodeCursor([version, atMs, valueOf(row, sort), row.unit_id]);

function cursorOf(text: string, sort: FleetSort) {
  const parts = decodeCursor(text, cursorShape);
  if (!parts) throw fieldError({ cursor: fleetMessages.badAfter });
  const [version, atMs, value, unitId] = parts;
  const isOfSort = (typeof value === 'string') === (sort === 'place');
  const isWhole =
    sort === 'failureRate' || typeof value === 'string' || Number.isSafeInteger(value);
  if (!isOfSort || !isWhole) throw fieldError({ cursor: fleetMessages.badAfter });
  return { version, atMs, value, unitId };
}
