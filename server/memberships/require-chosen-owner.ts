import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ownerHeader } from '../../contract/headers.ts';
import { type Actor, type Member, memberOf } from '../../rules/permissions.ts';
import {
  type ChosenOwner,
  chosenOwnerMessages,
  ownerChangedCode,
  ownerEndedCode,
  readChosenOwner,
} from '../../rules/permissions/chosen-owner.ts';
import { HttpError } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';

/** The owner that a request names; null where it names none. Throws 403 for what is no id. */
export function chosenOwnerOf(headers: IncomingHttpHeaders): ChosenOwner | null {
  const text = headers[ownerHeader];
  if (text === undefined) return null;
  const { ownerId, version } = readChosenOwner(String(text));
  const [valid] = validIds([ownerId]);
  if (valid === undefined) throw ended();
  return { ownerId: valid, version };
}

/**
 * Throws 403 for an account that is no active member of the owner that its request names, and where the membership is not
 * the one that the client knows.
 */
export function requireChosenOwner(actor: Actor, chosen: ChosenOwner | null): void {
  if (chosen === null) return;
  const member = memberOf(actor);
  if (member?.ownerId !== chosen.ownerId) throw ended();
  if (chosen.version !== null && chosen.version !== membershipVersion(member))
    throw new HttpError(403, chosenOwnerMessages.changed, { code: ownerChangedCode });
}

const ended = (): HttpError =>
  new HttpError(403, chosenOwnerMessages.ended, { code: ownerEndedCode });

/** Differs when the role, the venues or what the owner allows differ: what screens depend on. */
export const membershipVersion = ({ role, venueIds, allowed }: Member): string =>
  hash('sha256', JSON.stringify([role, venueIds?.toSorted() ?? null, allowed]), 'base64url').slice(
    0,
    16,
  );
