import { withoutTenant } from '../../db/tenant.ts';
import type { AccountActor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requestAgain } from './request-again.ts';
import { mailRecipient } from './request-confirmations.ts';

/** Sends the link that confirms the address of an account again, also that of one of the staff. */
export const requestEmailConfirmation = (
  deps: Pick<AppDeps, 'db' | 'pool' | 'now'>,
  { userId, email }: AccountActor,
): Promise<void> => withoutTenant(() => requestAgain(deps, mailRecipient(userId, email), null));
