import type { EndpointBody } from '../../contract/endpoints.ts';
import type { AccountMapping } from '../../rules/accounting/journal-files.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import type { AuditContext } from '../shared/require.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { readMapping, upsertAccount } from './exports.queries.ts';

/** Names accounts of the owner of a venue. Exported entries keep the names that they have. Audited. */
export function updateJournalAccounts(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venue: VenueRow,
  { accounts }: EndpointBody<'updateJournalAccounts'>,
  by: AuditContext,
): Promise<AccountMapping> {
  return db.transaction().execute(async (transaction) => {
    const before = await readMapping(transaction, venue.owner_id);
    const changed = accounts.filter(({ account, name, code }) => {
      const old = before[account];
      return old?.name !== name || old.code !== code;
    });
    if (changed.length === 0) return before;
    for (const { account, ...mapped } of changed)
      await upsertAccount(transaction, venue.owner_id, account, mapped);
    await insertAudit(transaction, by, now(), {
      ownerId: venue.owner_id,
      action: 'journal_accounts.updated',
      target: 'accounts of the journal',
      oldValue: Object.fromEntries(
        changed.map(({ account }) => [account, textOf(before[account])]),
      ),
      newValue: Object.fromEntries(
        changed.map(({ account, ...mapped }) => [account, textOf(mapped)]),
      ),
    });
    return readMapping(transaction, venue.owner_id);
  });
}

const textOf = (mapped: AccountMapping[keyof AccountMapping]): string | null =>
  mapped ? `${mapped.name} ${mapped.code}`.trim() : null;
