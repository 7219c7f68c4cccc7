/** Owners: access, changes and quotas. */
import type { EndpointBody, EndpointResponse } from '../../contract/endpoints.ts';
import type { Tx } from '../../db/tables/tables.ts';
import { quotaMessages } from '../../rules/messages.ts';
import { venueMessages } from '../../rules/venues/venue-messages.ts';
import type { QuotaName } from '../../rules/owners/quotas.ts';
import { type Actor, isSuperAdmin, ownerOf } from '../../rules/permissions.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import {
  countStored,
  findOwner,
  lockOwner,
  lockQuotas,
  type OwnerRow,
  readQuotas,
  updateOwnerRow,
  updateQuotas,
} from './owners.queries.ts';
import { mailRecipient, requestConfirmations } from '../recipients/confirmations.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, forbidden, HttpError, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import type { AuditContext } from '../shared/require.ts';

/** Returns the owner named in the URL; throws 404 for an account that is not an owner. */
export async function requireOwner({ db }: Pick<AppDeps, 'db'>, id: string): Promise<OwnerRow> {
  const owner = await findOwner(db, parseId(id, 'owner'));
  if (!owner) throw notFound('owner');
  return owner;
}

/** Returns the owner whose data the request is about: a super admin names them; all others have their own. */
export async function ownerOfRequest(
  deps: Pick<AppDeps, 'db'>,
  actor: Actor,
  named: string | undefined,
): Promise<string> {
  const own = ownerOf(actor);
  if (own !== null) {
    if (named !== undefined && named !== own) throw notFound('owner');
    return own;
  }
  if (!isSuperAdmin(actor)) throw forbidden();
  if (named === undefined) throw fieldError({ ownerId: venueMessages.noOwner });
  return (await requireOwner(deps, named)).id;
}

/** Updates the name, the email or the limits of an owner; refuses an email that another account has (400). */
export function updateOwner(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  id: string,
  changes: EndpointBody<'updateOwner'>,
  by: AuditContext,
): Promise<EndpointResponse<'updateOwner'>> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockOwner(transaction, id);
    if (!before) throw notFound('owner');
    const { name = before.name, email = before.email } = changes;
    if (!(await updateOwnerRow(transaction, id, { name, email }))) {
      throw fieldError({ email: sessionMessages.emailTaken });
    }
    await requestConfirmations(transaction, [mailRecipient(id, email)], {
      venueId: null,
      at: now(),
    });
    const entry = { ownerId: id, target: `owner ${name}` };
    const at = now();
    if (name !== before.name || email !== before.email) {
      await insertAudit(transaction, by, at, {
        ...entry,
        action: 'owner.updated',
        oldValue: { name: before.name, email: before.email },
        newValue: { name, email },
      });
    }
    if (changes.limits !== undefined) {
      const oldValue = await lockQuotas(transaction, id);
      await updateQuotas(transaction, id, changes.limits);
      const newValue = await lockQuotas(transaction, id);
      await insertAudit(transaction, by, at, {
        ...entry,
        action: 'owner.limited',
        oldValue: { ...oldValue },
        newValue: { ...newValue },
      });
    }
    return { ...before, name, email, ...(await readQuotas(transaction, id)) };
  });
}

/**
 * Throws 422 when the owner would store more than their limit. Call it in the transaction that stores, before the rows
 * are inserted and before other rows are locked, with all venues of the owner in scope (acrossVenuesOf). Super admins, also those who act for the owner, are not limited.
 * @param adding number of rows or bytes to be added
 */
export async function requireQuota(
  transaction: Tx,
  actor: Actor,
  ownerId: string,
  name: QuotaName,
  adding = 1,
): Promise<void> {
  if (isSuperAdmin(actor)) return;
  const limit = (await lockQuotas(transaction, ownerId))[name];
  const stored = await countStored(transaction, ownerId, name);
  if (stored + adding > limit) throw new HttpError(422, quotaMessages[name](limit));
}
