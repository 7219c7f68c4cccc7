import { sessionMessages } from '../../rules/users/session-messages.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { fieldError } from '../shared/errors.ts';
import { hashPassword } from './passwords.ts';
import { insertUser } from './users.queries.ts';
import { rejectWeakPassword } from './weak-passwords.ts';
import { mailRecipient, requestConfirmations } from '../recipients/request-confirmations.ts';
import { newClock, type NewClockFields } from '../venues/new-clock.ts';
import { upsertClock } from '../venues/nights.queries.ts';
import { insertVenue } from '../venues/venues.queries.ts';

export interface Registration extends NewClockFields {
  name: string;
  venueName: string;
  email: string;
  password: string;
}

/**
 * Creates an owner with a first venue; registration never creates another role. Refuses a weak password
 * and a taken email (400). The owner gets no mail but a link until its holder has confirmed the email.
 */
export async function register(
  { db, now, passwordCost }: Pick<AppDeps, 'db' | 'now' | 'passwordCost'>,
  form: Registration,
  by: { actor: AccountActor | null; address: string },
): Promise<{ userId: string; venueId: string }> {
  await rejectWeakPassword(form.password, form.email);
  const clock = newClock(form, now());
  const passwordHash = await hashPassword(form.password, passwordCost);
  const userId = newId(now());
  const venueId = newId(now());
  await db.transaction().execute(async (transaction) => {
    const inserted = await insertUser(transaction, {
      id: userId,
      account_type: 'owner',
      name: form.name,
      email: form.email,
      password_hash: passwordHash,
      created_at: now(),
    });
    if (!inserted) throw fieldError({ email: sessionMessages.emailTaken });
    await insertAudit(transaction, {
      at: now(),
      actor: by.actor,
      ownerId: userId,
      address: by.address,
      action: 'owner.registered',
      target: `owner ${form.name}`,
      newValue: { email: form.email, venue: form.venueName },
    });
    await insertVenue(transaction, {
      id: venueId,
      owner_id: userId,
      name: form.venueName,
      created_at: now(),
    });
    if (clock)
      await upsertClock(transaction, venueId, clock, {
        userId: by.actor?.userId ?? userId,
        at: now(),
      });
    await requestConfirmations(transaction, [mailRecipient(userId, form.email)], {
      venueId: null,
      at: now(),
    });
  });
  return { userId, venueId };
}
