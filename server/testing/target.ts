/** Test fixture: the parts of a request to an endpoint, for a resource of a place. */
import type { Place } from './places.ts';

export interface RequestTarget {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

export const ofVenue = ({ owner }: Place): RequestTarget => ({
  params: { venueId: owner.venueId },
});
export const ofUnit = ({ unit }: Place): RequestTarget => ({
  params: { unitNumber: String(unit.unitNumber) },
});
