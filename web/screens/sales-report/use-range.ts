import { useMemo } from 'react';
import { dateMessages } from '../../../lib/date-messages.ts';
import type { SalesRange } from '../../api/reports.ts';
import { useUnits, useVenues } from '../../context/use-venues.ts';
import { rangeOf } from './lookup.ts';
import type { Lookup } from './lookup.ts';

/** Either the requested range or the error; neither while venues and units are loading. */
interface Received {
  readonly range?: SalesRange;
  readonly problem?: string;
}

/** @param lookup must have a stable identity while its values are unchanged */
export function useRange(lookup: Lookup): Received {
  const { venues, active, isPending } = useVenues();
  const venue = lookup.venueId ? venues.find(({ id }) => id === lookup.venueId) : active;
  const { units, isPending: unitsPending } = useUnits(venue?.id);
  return useMemo(() => {
    const { from, to, unitNumber } = lookup;
    if (!from || !to || isPending) return {};
    if (!venue) return { problem: 'There is no venue to look up sales for' };
    if (unitNumber && unitsPending) return {};
    const unit = units.find((unit) => String(unit.unitNumber) === unitNumber);
    if (unitNumber && !unit) return { problem: `There is no unit ${unitNumber} in ${venue.name}` };
    try {
      const { _id: unitId } = unit ?? {};
      return { range: rangeOf({ ...lookup, from, to }, venue.id, unitId) };
    } catch (error) {
      return { problem: error instanceof RangeError ? error.message : dateMessages.badDay };
    }
  }, [lookup, isPending, venue, unitsPending, units]);
}
