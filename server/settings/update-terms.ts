import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { saveSetting, type SettingRow } from './settings.queries.ts';
import type { AuditContext } from '../shared/require.ts';

/** Replaces the terms of an owner, or those of the platform when the owner is null. */
export function updateTerms(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ownerId: string | null,
  terms: string,
  by: AuditContext,
): Promise<SettingRow> {
  return db.transaction().execute(async (transaction) => {
    const at = now();
    const saved = await saveSetting(transaction, { id: newId(at), owner_id: ownerId, terms });
    await insertAudit(transaction, by, at, {
      ownerId,
      action: 'terms.updated',
      target: ownerId === null ? 'terms of the platform' : 'terms',
      newValue: { characters: terms.length },
    });
    return saved;
  });
}
