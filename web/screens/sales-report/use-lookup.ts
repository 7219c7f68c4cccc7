/** The lookup of the address, completed with the active venue and the preset days, and written back. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useUnits, useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { isSameLookup, readLookup, toSearch, withDays } from './lookup.ts';
import type { Lookup } from './lookup.ts';

/** Has a stable identity while its values are unchanged. */
export function useLookup(): Lookup {
  const search = useSearch({ from: '/salesreports/$' });
  const { from, to, venue, unit, timezone } = search;
  const navigate = useNavigate();
  const [openedAtMs] = useState(Date.now);
  const { active, isSettled } = useVenues();
  const venueId = active?.id ?? null;
  const { units, isSettled: unitsSettled } = useUnits(active?.id);

  const addressed = useMemo(
    () => readLookup({ from, to, venue, unit, timezone }),
    [from, to, venue, unit, timezone],
  );
  const isForeignUnit =
    unitsSettled && !units.some(({ unitNumber }) => String(unitNumber) === addressed.unitNumber);
  const lookup = useMemo(() => {
    const unitNumber = isForeignUnit ? null : addressed.unitNumber;
    return { ...withDays(addressed, openedAtMs), venueId, unitNumber };
  }, [addressed, openedAtMs, venueId, isForeignUnit]);

  const isWritten = isSameLookup(lookup, addressed) && timezone === lookup.timezone;
  const right = paths.salesReport({ ...toSearch(lookup), ...search, ...toSearch(lookup) });
  const isCorrected = isSettled && !isWritten;
  useEffect(() => {
    if (isCorrected) void navigate({ to: '.', href: right, replace: true, resetScroll: false });
  }, [isCorrected, right, navigate]);
  return lookup;
}
