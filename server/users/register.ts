import type { Db, Tx } from '../../db/tables/tables.ts';
import { type AccountActor, isSuperAdminType } from '../../rules/permissions.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { insertRecipients } from '../recipients/recipients.queries.ts';
import { mailRecipient, requestConfirmations } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { hashPassword, rejectWeakPassword, verifyPassword } from './passwords.ts';
import { findUserByEmail, hasSuperAdmin, insertUser } from './users.queries.ts';
import { newClock, type NewClockFields } from '../venues/venues.ts';
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
  const owner = await prepareOwner({ now, passwordCost }, form);
  return db.transaction().execute((transaction) => insertOwner(transaction, owner, by));
}

interface NewOwner {
  form: Registration;
  clock: ReturnType<typeof newClock>;
  passwordHash: string;
  at: Date;
  /** Sets a password with a link, which confirms the email too. */
  isInvited?: boolean;
}

/** Verifies the form of an owner and hashes the password, outside of a transaction. */
export async function prepareOwner(
  { now, passwordCost }: Pick<AppDeps, 'now' | 'passwordCost'>,
  form: Registration,
): Promise<NewOwner> {
  await rejectWeakPassword(form.password, form.email);
  const clock = newClock(form, now());
  return { form, clock, passwordHash: await hashPassword(form.password, passwordCost), at: now() };
}

/** The part of register that stores. */
export async function insertOwner(
  transaction: Tx,
  { form, clock, passwordHash, at, isInvited = false }: NewOwner,
  by: { actor: AccountActor | null; address: string },
): Promise<{ userId: string; venueId: string }> {
  const userId = newId(at);
  const venueId = newId(at);
  const inserted = await insertUser(transaction, {
    id: userId,
    account_type: 'owner',
    name: form.name,
    email: form.email,
    password_hash: passwordHash,
    created_at: at,
  });
  if (!inserted) throw fieldError({ email: sessionMessages.emailTaken });
  await insertAudit(transaction, by, at, {
    ownerId: userId,
    action: isInvited ? 'owner.invited' : 'owner.registered',
    target: `owner ${form.name}`,
    newValue: { email: form.email, venue: form.venueName },
  });
  await insertVenue(transaction, {
    id: venueId,
    owner_id: userId,
    name: form.venueName,
    created_at: at,
  });
  if (clock)
    await upsertClock(transaction, venueId, clock, { userId: by.actor?.userId ?? userId, at });
  const recipients = [mailRecipient(userId, form.email)];
  if (isInvited) await insertRecipients(transaction, recipients);
  else await requestConfirmations(transaction, recipients, { venueId: null, at });
  return { userId, venueId };
}

interface NewAdmin extends Pick<AppDeps, 'now' | 'passwordCost'> {
  email: string;
  password: string;
}

/** Lines of the log of a start. */
export const adminNotes = {
  created: (email: string) =>
    `The super admin ${email} is created, with the password of ADMIN_PASSWORD.`,
  emailOfAnother: (email: string) =>
    `ADMIN_EMAIL and ADMIN_PASSWORD are ignored: ${email} is the account of an owner or of staff. Name another address.`,
  otherPassword: (email: string) =>
    `ADMIN_PASSWORD is ignored: ${email} has another password. Remove ADMIN_PASSWORD and ADMIN_EMAIL, or set a new password with a link of "npm run account".`,
  otherAdmin: (email: string) =>
    `ADMIN_EMAIL and ADMIN_PASSWORD are ignored: there is a super admin with another email. Remove them, or create ${email} with "npm run account".`,
} as const;

/** Address in the audit log of the account that a start creates. */
const startup = 'startup';

/**
 * Creates the first super admin from the environment. An account that exists stays as it is, and one whose email was
 * changed does not come back with its first password.
 * @returns what was done, or ignored, and what to do about it; null where the environment is that of the super admin
 */
export async function ensureAdmin(db: Db, admin: NewAdmin): Promise<string | null> {
  const found = await findUserByEmail(db, admin.email);
  if (found !== null && !isSuperAdminType(found.account_type))
    return adminNotes.emailOfAnother(admin.email);
  if (found !== null) {
    const isSame = await verifyPassword(found.password_hash, admin.password);
    return isSame ? null : adminNotes.otherPassword(admin.email);
  }
  if (await hasSuperAdmin(db)) return adminNotes.otherAdmin(admin.email);
  await createAdmin(db, admin, startup);
  return adminNotes.created(admin.email);
}

/** Creates a super admin, which is in the audit log. */
export const createAdmin = (db: Db, admin: NewAdmin, address: string): Promise<void> =>
  db.transaction().execute((transaction) => insertAuditedAdmin(transaction, admin, address));

/** The same within a transaction. */
export async function insertAuditedAdmin(
  transaction: Tx,
  admin: NewAdmin,
  address: string,
): Promise<void> {
  await insertAdmin(transaction, admin);
  await insertAudit(transaction, { actor: null, address }, admin.now(), {
    ownerId: null,
    action: 'account.created',
    target: `account ${admin.email}`,
    newValue: { accountType: 'SUPER_ADMIN' },
  });
}

/** Stores a super admin with a confirmed email. */
export async function insertAdmin(db: Db, admin: NewAdmin): Promise<void> {
  const { email, password, now, passwordCost } = admin;
  const id = newId(now());
  await insertUser(db, {
    id,
    account_type: 'SUPER_ADMIN',
    name: 'Administrator',
    email,
    password_hash: await hashPassword(password, passwordCost),
    created_at: now(),
  });
  await insertRecipients(db, [{ ...mailRecipient(id, email), state: 'confirmed' }]);
}
