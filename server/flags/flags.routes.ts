import * as endpoints from '../../contract/flags.ts';
import { flagNames, flags } from '../../contract/flags.ts';
import { flagMessages } from '../../rules/messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import { type FlagContext, unitFlags, venueFlags } from '../adapters/flags/port.ts';
import { setFlag } from './set-flag.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { HttpError } from '../shared/errors.ts';
import { auditContext } from '../shared/require.ts';
import { requireUnit, unitTarget } from '../units/unit-access.ts';
import { requireVenuesNamed } from '../venues/venue-access.ts';

export function flagRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getFlags, async ({ actor, query }) => {
    const { context } = await requireContext(deps, actor, query);
    return { flags: await flagsOf(deps, context) };
  });

  mount(endpoints.setFlag, async ({ actor, body, raw }) => {
    const { isAmbiguous, context, ...owned } = await requireContext(deps, actor, body);
    if (isAmbiguous) throw new HttpError(409, flagMessages.sameName);
    if (!deps.flags.isSwitchable) throw new HttpError(409, flagMessages.switchedElsewhere);
    const by = { ...auditContext({ actor, raw }), ...owned };
    await setFlag(deps, context, body, by);
    return { flags: await flagsOf(deps, context) };
  });
}

async function flagsOf(deps: AppDeps, context: FlagContext) {
  const on = await deps.flags.flagsOn(context);
  return flags.parse(Object.fromEntries(flagNames.map((name) => [name, on.has(name)])));
}

interface Found {
  context: FlagContext;
  ownerId: string;
  /** Target of its audit entries. */
  target: string;
  /** True when several venues in scope have the requested name; the oldest was found. */
  isAmbiguous: boolean;
}

/** Returns the venue (by id or name) or the unit (by id or number) of the flags, if it is in scope. */
async function requireContext(
  deps: AppDeps,
  actor: Actor,
  { kind, key }: Pick<FlagContext, 'kind' | 'key'>,
): Promise<Found> {
  if (kind === 'unit') {
    const unit = await requireUnit(deps, actor, key);
    const owned = { ownerId: unit.owner_id, target: unitTarget(unit) };
    return { context: unitFlags(unit), ...owned, isAmbiguous: false };
  }
  const [venue, ...others] = await requireVenuesNamed(deps, actor, key);
  const isAmbiguous = others.length > 0;
  const owned = { ownerId: venue.owner_id, target: `venue ${venue.name}` };
  return { context: venueFlags(venue), ...owned, isAmbiguous };
}
