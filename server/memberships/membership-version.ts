import { hash } from 'node:crypto';
import type { Member } from '../../rules/permissions.ts';

/** Differs when the role, the venues or what the owner allows differ: what screens depend on. */
export const membershipVersion = ({ role, venueIds, allowed }: Member): string =>
  hash('sha256', JSON.stringify([role, venueIds?.toSorted() ?? null, allowed]), 'base64url').slice(
    0,
    16,
  );
