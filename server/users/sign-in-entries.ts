/** Entries of the audit log about sign-ins: each one that begins a session, and failed ones within a bound. */
import type { Tx } from '../../db/tables/tables.ts';
import {
  isFailureRecorded,
  type SignInMethod,
  typedAccount,
} from '../../rules/audit/sign-in-entries.ts';
import { deviceName } from '../../rules/users/device-name.ts';
import { personName } from '../../rules/users/person-name.ts';
import type { Member } from '../../rules/permissions.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { sharedCounter } from '../shared/rate-limit.ts';
import { insertAccountAudit } from './accounts.ts';
import type { UserRow } from './users.queries.ts';

/** Writes a sign-in to the log of each owner of the account, in the transaction that begins its session. */
export function insertSignIn(
  transaction: Tx,
  user: UserRow,
  {
    at,
    method,
    address,
    userAgent,
    member,
  }: {
    at: Date;
    method: SignInMethod;
    address: string;
    userAgent: string | null;
    member: Member | null;
  },
): Promise<void> {
  const device = deviceName(userAgent ?? '');
  return insertAccountAudit(transaction, user, {
    at,
    actor: { userId: user.id, person: personName(user), email: user.email, member },
    address,
    action: 'sign_in.succeeded',
    target: `account ${user.email}`,
    newValue: { method, ...(device !== null && { device }) },
  });
}

interface Attempt {
  method: SignInMethod;
  address: string;
  /** What was typed as the email. */
  typed?: string;
  /** Finds the account that the attempt was for. */
  account: () => Promise<UserRow | null>;
}

/** Runs an attempt to sign in, and records it when it is refused. */
export type RecordFailures = <T>(attempt: Attempt, signIn: () => Promise<T>) => Promise<T>;

const refusals: ReadonlySet<number> = new Set([401, 403, 429]);

const hourSeconds = 60 * 60;

/**
 * Failed attempts are counted for each account, and together for all that are for none, so that their entries are
 * bounded whatever the number of networks and of made-up emails. Call it without a tenant.
 */
export function recordFailures({
  db,
  pool,
  now,
}: Pick<AppDeps, 'db' | 'pool' | 'now'>): RecordFailures {
  const failures = sharedCounter(pool, { name: 'failed sign-ins', windowSeconds: hourSeconds });

  const record = async (attempt: Attempt, refusal: HttpError): Promise<void> => {
    const user = await attempt.account();
    const attempts = await failures.count(user?.id ?? 'no account');
    if (!isFailureRecorded(attempts)) return;
    const entry = {
      at: now(),
      actor: null,
      address: attempt.address,
      action: 'sign_in.failed' as const,
      target: user ? `account ${user.email}` : typedAccount(attempt.typed ?? ''),
      newValue: { method: attempt.method, reason: refusal.message, attempts },
    };
    await db.transaction().execute(async (transaction) => {
      if (user) await insertAccountAudit(transaction, user, entry);
      else await insertAudit(transaction, entry, entry.at, { ...entry, ownerId: null });
    });
  };

  return async (attempt, signIn) => {
    try {
      return await signIn();
    } catch (thrown) {
      if (thrown instanceof HttpError && refusals.has(thrown.status)) await record(attempt, thrown);
      throw thrown;
    }
  };
}
