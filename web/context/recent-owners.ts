/** Owners that a super admin has acted for last, newest first: in this browser, for each account. */
import { currentSession } from '../session/session.ts';
import { readOfAccount, writeOfAccount } from '../session/storage.ts';
import { ownerIn, parsedJson } from './chosen-owner.ts';
import type { ChosenOwner } from './chosen-owner.ts';

const most = 5;
const name = 'recentOwners';

export function recentOwners(): readonly ChosenOwner[] {
  const account = currentSession()?.claims.sub;
  const stored = account === undefined ? null : parsedJson(readOfAccount(name, account));
  return Array.isArray(stored) ? stored.flatMap((one) => ownerIn(one) ?? []).slice(0, most) : [];
}

export function rememberOwner(owner: ChosenOwner): void {
  const account = currentSession()?.claims.sub;
  if (account === undefined) return;
  const others = recentOwners().filter(({ id }) => id !== owner.id);
  writeOfAccount(name, account, JSON.stringify([owner, ...others].slice(0, most)));
}
