/** Owners that a super admin has acted for last in this session, newest first. */
import { readKey, writeKey } from '../session/storage.ts';
import { ownerIn, parsedJson } from './chosen-owner.ts';
import type { ChosenOwner } from './chosen-owner.ts';

const most = 5;

export function recentOwners(): readonly ChosenOwner[] {
  const stored = parsedJson(readKey('recentOwners'));
  return Array.isArray(stored) ? stored.flatMap((one) => ownerIn(one) ?? []).slice(0, most) : [];
}

export function rememberOwner({ id, name, email, venues }: ChosenOwner): void {
  const owner: ChosenOwner = { id, name, email, venues };
  const others = recentOwners().filter((other) => other.id !== id);
  writeKey('recentOwners', JSON.stringify([owner, ...others].slice(0, most)));
}
