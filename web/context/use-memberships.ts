/** Owners whose staff the user of this tab belongs to, and the one chosen in it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chosenOwnerMessages } from '../../rules/permissions/chosen-owner.ts';
import { invalidate } from '../api/endpoint-query.ts';
import { membershipsQuery } from '../api/memberships.ts';
import { paths } from '../paths.ts';
import type { Claims } from '../session/claims.ts';
import {
  adoptMembership,
  chooseMembership,
  isUsed,
  type Membership,
  onMembershipRefused,
  usedOwner,
} from '../session/membership.ts';
import { isPreview } from '../session/preview.ts';
import { currentSession, useSession } from '../session/session.ts';
import { takeLeftOwner, writeLeftOwner } from '../session/storage.ts';
import { notify } from '../ui/toasts.tsx';

const none: readonly Membership[] = [];

const isStaffHere = (claims: Claims | undefined): boolean =>
  claims?.accountType === 'staff' && !isPreview();

/** `isPending` is true until the list is known or has failed. */
export function useMemberships(): { memberships: readonly Membership[]; isPending: boolean } {
  const session = useSession();
  const { data, isLoading } = useQuery({
    ...membershipsQuery(),
    enabled: isStaffHere(session?.claims),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
  return { memberships: data ?? none, isPending: isLoading };
}

/** Loads the page for another owner; this tab and new ones go on with it. */
export function chooseOwnerOf(membership: Membership, address: string = paths.root): void {
  const session = currentSession();
  if (!session) return;
  chooseMembership(session.claims.sub, membership);
  // The same address with a fragment would not be loaded again.
  if (new URL(address, location.href).href === location.href) location.reload();
  else location.assign(address);
}

/** The tab has changed memberships: the page is loaded with the one that holds now. */
function follow(claims: Claims, memberships: readonly Membership[]): void {
  const now = memberships.find(({ ownerId }) => ownerId === claims.ownerId);
  const [first] = memberships;
  if (now) {
    const isSame = isUsed(claims, now);
    adoptMembership(claims.sub, now, memberships.length > 1);
    if (!isSame) location.reload();
  } else if (first) {
    writeLeftOwner(usedOwner(claims.sub)?.ownerName ?? '');
    chooseOwnerOf(first);
  }
}

/** Keeps the tab at what its user may do: names the membership in requests, and loads the page where it has changed. */
export function useFollowedMembership(): void {
  const { memberships } = useMemberships();
  const claims = useSession()?.claims;
  useEffect(() => onMembershipRefused(() => void invalidate('listMemberships')), []);
  useEffect(() => {
    if (claims && isStaffHere(claims)) follow(claims, memberships);
  }, [claims, memberships]);
  useEffect(() => {
    const left = takeLeftOwner();
    if (left !== null) notify(chosenOwnerMessages.left(left), 'info');
  }, []);
}

/**
 * Opens an address at a venue of another owner for that owner.
 * @param venueId in the address, and not among the venues of the owner chosen
 * @returns true until it is known whether there is such an owner
 */
export function useOwnerOfVenue(venueId: string | undefined): boolean {
  const { memberships, isPending } = useMemberships();
  const others = memberships.length > 1;
  const { data, isLoading } = useQuery({
    ...membershipsQuery(venueId),
    enabled: venueId !== undefined && others,
  });
  const found = venueId === undefined ? undefined : data?.find(({ hasVenue }) => hasVenue);
  useEffect(() => {
    if (found) chooseOwnerOf(found, location.href);
  }, [found]);
  return venueId !== undefined && (isPending || isLoading || found !== undefined);
}
