import type { FlagContext } from '../adapters/flags/port.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { upsertFlag } from './flags.queries.ts';
import type { ChangedBy } from '../shared/require-account.ts';

/** Switches a flag of a venue or a unit. Flags affect charges, so each switch is audited. */
export async function setFlag(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  context: FlagContext,
  flag: string,
  enabled: boolean,
  by: ChangedBy & { ownerId: string | null },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await upsertFlag(transaction, context, flag, enabled);
    await insertAudit(transaction, {
      at: now(),
      actor: by.actor,
      ownerId: by.ownerId,
      address: by.address,
      action: 'flag.set',
      target: `${context.kind} ${context.key}`,
      newValue: { [flag]: enabled },
    });
  });
}
