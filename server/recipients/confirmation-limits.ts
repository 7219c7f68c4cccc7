/** Limits of requests for a confirmation: those who are asked have not agreed to anything yet. */
import type { Pool } from 'pg';
import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import { HttpError } from '../shared/errors.ts';
import { dailyLimit, daySeconds } from '../shared/rate-limit.ts';
import type { RecipientKey } from './recipients.queries.ts';

const mostToAddress = 3;
const mostOfAccount = 20;

/** Counts a request; false when one more would exceed a limit: of the recipient, for all accounts, or of the account. */
export async function countConfirmation(
  pool: Pool,
  { account_id, channel, address }: RecipientKey,
): Promise<boolean> {
  const toAddress = dailyLimit(pool, 'confirmations to', mostToAddress);
  const ofAccount = dailyLimit(pool, 'confirmations of', mostOfAccount);
  return (await toAddress(channel, address)) && ofAccount(account_id);
}

/** 429 until the next day. */
export const tooManyConfirmations = (): HttpError =>
  new HttpError(429, recipientMessages.tooManyRequests, { retryAfterSeconds: daySeconds });
