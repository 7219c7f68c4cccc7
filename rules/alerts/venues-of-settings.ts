/**
 * Venues in the settings of one of several owners' staff. The settings are for all of these owners together: an owner
 * none of whose venues is chosen, where those of others are, is not limited.
 */
import type { AlertSettings } from './notified-people.ts';

/** Owner of each venue that still exists. */
type Owners = ReadonlyMap<string, string>;

/** Settings as they hold for one owner. */
export function settingsFor(
  ownerId: string,
  settings: AlertSettings,
  owners: Owners,
): AlertSettings {
  const ids = settings.venueIds;
  if (ids === null) return settings;
  const others = ids.filter((id) => isOfAnother(ownerId, owners, id));
  if (others.length === 0) return settings;
  const own = ids.filter((id) => !others.includes(id));
  return { ...settings, venueIds: own.length === 0 ? null : own };
}

/**
 * What is stored when the settings for one owner are changed: the venues that were chosen for others stay.
 * @param before what was stored
 */
export function settingsToStore(
  ownerId: string,
  settings: AlertSettings,
  before: readonly string[] | null,
  owners: Owners,
): AlertSettings {
  const others = (before ?? []).filter((id) => isOfAnother(ownerId, owners, id));
  const all = [...(settings.venueIds ?? []), ...others];
  return { ...settings, venueIds: all.length === 0 ? null : all };
}

function isOfAnother(ownerId: string, owners: Owners, venueId: string): boolean {
  const owner = owners.get(venueId);
  return owner !== undefined && owner !== ownerId;
}
