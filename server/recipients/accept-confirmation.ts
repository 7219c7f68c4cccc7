import type { AppDeps } from '../shared/deps.ts';
import { settleConfirmation } from './settle-confirmation.ts';

/** Confirms the recipient that the link was sent to, for all messages of the account. */
export const acceptConfirmation = (
  deps: Pick<AppDeps, 'db' | 'now'>,
  token: string,
): Promise<void> => settleConfirmation(deps, token, 'confirmed');
