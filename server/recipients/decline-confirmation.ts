import type { AppDeps } from '../shared/deps.ts';
import { settleConfirmation } from './settle-confirmation.ts';

/** Blocks the recipient that the link was sent to, for the account. */
export const declineConfirmation = (
  deps: Pick<AppDeps, 'db' | 'now'>,
  token: string,
): Promise<void> => settleConfirmation(deps, token, 'declined');
