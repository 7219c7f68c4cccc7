import type { Tx } from '../../db/tables/tables.ts';
import { discardLinks } from '../notices/messages.queries.ts';
import { useTokensOfAccount } from '../recipients/one-time-tokens.queries.ts';

/** Links that change who can sign in to an account. */
const purposes = ['password_reset', 'email_change'] as const;

/**
 * Uses up the links for a new password and for a new email of an account, also those whose mail is not sent yet. Call it
 * behind the lock of the account, in the transaction that changes its password.
 */
export async function endLinks(transaction: Tx, userId: string, at: Date): Promise<void> {
  for (const purpose of purposes) {
    // First the messages: the token of one that is just being sent is stored by then, or is not made.
    await discardLinks(transaction, userId, purpose);
    await useTokensOfAccount(transaction, userId, purpose, at);
  }
}
