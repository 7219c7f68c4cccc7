import { useMutation } from '@tanstack/react-query';
import { createVenue } from '../../api/venues.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { chooseOwner, selectVenue, useOwnerContext } from '../../context/owner-context.ts';
import { useSession } from '../../session/session.ts';

export interface NewVenue {
  readonly name: string;
  /** IANA name. */
  readonly timezone: string;
  /** `04:00`. */
  readonly startsAt: string;
}

/** Adds a venue to the effective owner and makes it the active one. */
export function useAddVenue(onAdded: () => void) {
  const session = useSession();
  const { owner } = useOwnerContext();
  const actsFor = session && isSuperAdmin(session.claims) ? owner : null;
  return useMutation({
    mutationFn: (venue: NewVenue) => createVenue(venue, actsFor?.id ?? null),
    onSuccess: ({ id, name }) => {
      if (actsFor) chooseOwner({ ...actsFor, venues: [...actsFor.venues, { id, name }] });
      selectVenue(id);
      onAdded();
    },
  });
}
