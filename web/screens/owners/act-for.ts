import { chooseOwner, selectVenue } from '../../context/owner-context.ts';
import type { ChosenOwner } from '../../context/chosen-owner.ts';

/** Choosing an owner activates the first venue; the link that was pressed then activates its own venue. */
export function actFor({ id, name, email, venues }: ChosenOwner, venueId: string | undefined) {
  chooseOwner({ id, name, email, venues });
  if (venueId !== undefined) selectVenue(venueId);
}
