import { flagNamed } from '../../../rules/flags/flag-names.ts';

/** A venue or a unit whose flags are evaluated. Switches are found by `id`; services target by `key`. */
export interface FlagContext {
  kind: 'venue' | 'unit';
  venueId: string;
  /** Id of the venue or of the unit. */
  id: string;
  /** Name of the venue, or number of the unit as text. */
  key: string;
}

export const venueFlags = ({ id, name }: { id: string; name: string }): FlagContext => ({
  kind: 'venue',
  venueId: id,
  id,
  key: name,
});

export const unitFlags = (unit: {
  id: string;
  venue_id: string;
  unit_number: number;
}): FlagContext => ({
  kind: 'unit',
  venueId: unit.venue_id,
  id: unit.id,
  key: String(unit.unit_number),
});

export interface FlagReader {
  /** True when the switches in our own database count; false when a service decides. */
  readonly isSwitchable: boolean;
  /** Flags that are on; those that are unknown to the service, or fail, are off. */
  flagsOn(context: FlagContext): Promise<ReadonlySet<string>>;
  /** Ids of those for which one flag is on; the number of database statements does not depend on how many there are. */
  idsWith(flag: string, contexts: readonly FlagContext[]): Promise<ReadonlySet<string>>;
}

/** Ids of those units for which inventory management is on; the number of statements does not depend on how many there are. */
export const trackedUnits = (
  { flags }: { flags: FlagReader },
  units: readonly Parameters<typeof unitFlags>[0][],
): Promise<ReadonlySet<string>> =>
  flags.idsWith(flagNamed.inventoryManagement, units.map(unitFlags));

/** Counts of those units of a venue for which inventory management is on, by unit. */
export async function countsOfTracked(
  { flags }: { flags: FlagReader },
  venueId: string,
  units: readonly { id: string; unit_number: number; count: number }[],
): Promise<Map<string, number>> {
  const tracked = await trackedUnits(
    { flags },
    units.map((unit) => ({ ...unit, venue_id: venueId })),
  );
  return new Map(units.filter(({ id }) => tracked.has(id)).map(({ id, count }) => [id, count]));
}

/**
 * Returns true if inventory management is on for the unit: only then is stock deducted and reported. Call it before a
 * transaction: it may need a connection of its own, or a flag service.
 */
export async function tracksStock(
  { flags }: { flags: FlagReader },
  unit: Parameters<typeof unitFlags>[0],
): Promise<boolean> {
  return (await flags.flagsOn(unitFlags(unit))).has(flagNamed.inventoryManagement);
}
