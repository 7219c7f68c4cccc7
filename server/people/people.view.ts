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
  lastSeenAt:
    row.session_expires_at === null ? null : sessionStart(row.session_expires_at).toISOString(),
  expiresAt: null,
  hasSecondFactor: withFactor.has(row.id),
});

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
