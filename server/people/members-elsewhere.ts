import type { Db } from '../../db/tables/tables.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { listMembersElsewhere } from '../memberships/own-memberships.queries.ts';

/**
 * Members of an owner whose sessions go on when their membership changes, because another owner has them too: requests for
 * this owner are refused, and their dashboard is loaded again. Call it before the transaction of the change.
 */
export const membersElsewhere = (db: Db, ownerId: string): Promise<Set<string>> =>
  withoutTenant(() => listMembersElsewhere(db, ownerId));
