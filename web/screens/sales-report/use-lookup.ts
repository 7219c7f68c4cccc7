/** The lookup of the address, completed with the active venue and the preset days, and written back. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useNightRules } from '../../context/use-night-rules.ts';
import { useUnits, useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { isSameLookup, readLookup, toSearch, withDays, withMode } from './lookup.ts';
import type { Lookup } from './lookup.ts';

/** Has a stable identity while its values are unchanged. */
export function useLookup(): Lookup {
  const search = useSearch({ from: '/salesreports/$' });
  const { from, to, venue, unit, timezone, days } = search;
  const navigate = useNavigate();
  const [openedAtMs] = useState(Date.now);
  const { active, isSettled } = useVenues();
  const venueId = active?.id ?? null;
  const { rules, timezone: venueZone } = useNightRules(active?.id);
  const { units, isSettled: unitsSettled } = useUnits(active?.id);

  const addressed = useMemo(
    () => readLookup({ from, to, venue, unit, timezone, days }),
    [from, to, venue, unit, timezone, days],
  );
  const isForeignUnit =
    unitsSettled && !units.some(({ unitNumber }) => String(unitNumber) === addressed.unitNumber);
  const lookup = useMemo(() => {
    const unitNumber = isForeignUnit ? null : addressed.unitNumber;
    const known = { ...addressed, venueId, unitNumber };
    // The first days are those of the venue, whose clock may not be known yet.
    if (rules === undefined) return known;
    return withDays(withMode(known, rules, venueZone), rules, openedAtMs);
  }, [addressed, openedAtMs, venueId, isForeignUnit, rules, venueZone]);

  const isWritten = isSameLookup(lookup, addressed) && timezone === lookup.timezone;
  const right = paths.salesReport({ ...toSearch(lookup), ...search, ...toSearch(lookup) });
  // Without a venue there is no clock to wait for.
  const isKnown = rules !== undefined || venueId === null;
  const isCorrected = isSettled && isKnown && !isWritten;
  useEffect(() => {
    if (isCorrected) void navigate({ to: '.', href: right, replace: true, resetScroll: false });
  }, [isCorrected, right, navigate]);
  return lookup;
}
