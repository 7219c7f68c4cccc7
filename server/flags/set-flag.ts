import type { FlagContext } from '../adapters/flags/port.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { upsertFlag } from './flags.queries.ts';
import { tendNotices } from '../ingredients/tend-notices.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import type { ChangedBy } from '../shared/require-account.ts';

/**
 * Switches a flag of a venue or a unit. Flags affect charges, so each switch is audited. When inventory management
 * begins, notices are opened for what is short already; when it ends, all of the unit are resolved.
 */
export async function setFlag(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  context: FlagContext,
  flag: string,
  enabled: boolean,
  by: ChangedBy & { ownerId: string | null; target: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const at = now();
    if (context.kind === 'unit' && flag === flagNamed.inventoryManagement) {
      const unit = await lockLiveUnit(transaction, {
        venue_id: context.venueId,
        id: context.id,
      });
      await tendNotices(transaction, unit, enabled, at);
    }
    await upsertFlag(transaction, context, flag, enabled);
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: by.ownerId,
      address: by.address,
      action: 'flag.set',
      target: by.target,
      newValue: { [flag]: enabled },
    });
  });
}
