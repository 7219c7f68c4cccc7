import type { z } from 'zod';
import type { person } from '../../contract/people.ts';
import { personName } from '../../rules/users/person-name.ts';
import { sessionStart } from '../../rules/users/session-hours.ts';
import type { InvitationRow } from '../memberships/invitations.queries.ts';
import type { PersonRow } from './people.queries.ts';

type Person = z.output<typeof person>;

/** @param withFactor accounts with a second factor */
export const personView = (row: PersonRow, withFactor: ReadonlySet<string>): Person => ({
  id: row.id,
  state: row.state,
  name: personName(row),
  email: row.email,
  role: row.role,
  venueIds: row.venue_ids,
  isHolder: row.is_holder,
  lastSeenAt: seenAt(row)?.toISOString() ?? null,
  expiresAt: null,
  hasSecondFactor: withFactor.has(row.id),
});

/** Of members what they did for this owner counts, not for another. */
const seenAt = ({ seen_at, session_expires_at }: PersonRow): Date | null =>
  session_expires_at === null ? seen_at : sessionStart(session_expires_at);

export const invitationView = (row: InvitationRow): Person => ({
  id: row.id,
  state: 'invited',
  name: '',
  email: row.email,
  role: row.role,
  venueIds: row.venue_ids,
  isHolder: false,
  lastSeenAt: null,
  expiresAt: row.expires_at.toISOString(),
  hasSecondFactor: false,
});
