import type { AccountActor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requestAgain } from './request-again.ts';
import { mailRecipient } from './request-confirmations.ts';

/** Sends the link that confirms the address of an account again. */
export const requestEmailConfirmation = (
  deps: Pick<AppDeps, 'db' | 'pool' | 'now'>,
  { userId, email }: AccountActor,
): Promise<void> => requestAgain(deps, mailRecipient(userId, email), null);
