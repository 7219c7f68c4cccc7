import type { FlagContext } from '../adapters/flags/port.ts';
import { flagMessages } from '../../rules/messages.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { HttpError } from '../shared/errors.ts';
import type { AppDeps } from '../shared/deps.ts';
import { lockFlag, upsertFlag } from './flags.queries.ts';
import { syncRestockNotices } from '../ingredients/inventory.ts';
import { lockLiveUnit } from '../units/unit-access.ts';
import type { AuditContext } from '../shared/require.ts';

/**
 * Switches a flag of a venue or a unit. Flags affect charges, so each switch is audited. When inventory management
 * begins, notices are opened for what is short already; when it ends, all of the unit are resolved. Throws 409 when it
 * is not in the expected state any more.
 */
export async function setFlag(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  context: FlagContext,
  { flag, enabled, expected }: { flag: string; enabled: boolean; expected?: boolean | undefined },
  by: AuditContext & { ownerId: string | null; target: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const at = now();
    const unit =
      context.kind === 'unit' && flag === flagNamed.inventoryManagement
        ? await lockLiveUnit(transaction, { venue_id: context.venueId, id: context.id })
        : null;
    const isExpected =
      expected === undefined || (await lockFlag(transaction, context, flag)) === expected;
    if (!isExpected) throw new HttpError(409, flagMessages.switchedSince(!expected));
    if (unit) await syncRestockNotices(transaction, unit, enabled, at);
    await upsertFlag(transaction, context, flag, enabled);
    await insertAudit(transaction, by, at, {
      ownerId: by.ownerId,
      action: 'flag.set',
      target: by.target,
      newValue: { [flag]: enabled },
    });
  });
}
