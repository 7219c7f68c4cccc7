import { toDollars } from '../../lib/money.ts';
import type { RoleSettings } from '../../rules/permissions/roles.ts';

/** Settings of the roles by their API names, as they are returned and audited. */
export const roleSettingsFields = ({ managerRefundCents, ...settings }: RoleSettings) => ({
  ...settings,
  managerRefundLimit: toDollars(managerRefundCents),
});
