import * as endpoints from '../../contract/flags.ts';
import { flagNames, flags } from '../../contract/flags.ts';
import { flagMessages } from '../../rules/messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { FlagContext } from '../adapters/flags/port.ts';
import { setFlag } from './set-flag.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { Mount } from '../http/mount.ts';
import { HttpError } from '../shared/errors.ts';
import { changedBy } from '../shared/require-account.ts';
import { requireUnit } from '../units/unit-access.ts';
import { requireVenueNamed } from '../venues/venue-access.ts';

export function flagRoutes(mount: Mount, deps: AppDeps): void {
  mount(endpoints.getFlags, async ({ actor, query }) => {
    const { context } = await requireContext(deps, actor, query);
    return { flags: await flagsOf(deps, context) };
  });

  mount(endpoints.setFlag, async ({ actor, body, raw }) => {
    const { context, ownerId } = await requireContext(deps, actor, body);
    if (!deps.flags.isSwitchable) throw new HttpError(409, flagMessages.switchedElsewhere);
    const by = { ...changedBy({ actor, raw }), ownerId };
    await setFlag(deps, context, body.flag, body.enabled, by);
    return { flags: await flagsOf(deps, context) };
  });
}

async function flagsOf(deps: AppDeps, context: FlagContext) {
  const on = await deps.flags.flagsOn(context);
  return flags.parse(Object.fromEntries(flagNames.map((name) => [name, on.has(name)])));
}

/** Returns the venue or unit of the flags, if it is in scope, and its owner. */
async function requireContext(
  deps: AppDeps,
  actor: Actor,
  { kind, key }: FlagContext,
): Promise<{ context: FlagContext; ownerId: string }> {
  if (kind === 'unit') {
    const unit = await requireUnit(deps, actor, key);
    return { context: { kind, key: String(unit.unit_number) }, ownerId: unit.owner_id };
  }
  const venue = await requireVenueNamed(deps, actor, key);
  return { context: { kind, key: venue.name }, ownerId: venue.owner_id };
}
