/** Hashes passwords with argon2id, two at a time, so that a flood of sign-ins cannot overload the machine. */
import { hash, type Options, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { errorMessages } from '../../rules/messages.ts';
import { HttpError } from '../shared/errors.ts';

const twoAtATime = pLimit(2);
const retryAfterSeconds = 5;
/** Lower than the other, so that registrations leave a part of the queue to sign-ins. */
const mostBeforeHash = 20;
const mostBeforeVerify = 50;

/** Without a cost, at that of the library: 19 MiB, two passes, one lane. A hash states the cost that it is verified at. */
export const hashPassword = (password: string, cost?: Options): Promise<string> =>
  inTurn(mostBeforeHash, () => hash(password, cost));

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  inTurn(mostBeforeVerify, () => verify(passwordHash, password));

/** Bounded queue: throws 503 when `most` are waiting. */
function inTurn<T>(most: number, work: () => Promise<T>): Promise<T> {
  if (twoAtATime.pendingCount >= most)
    throw new HttpError(503, errorMessages.busy, { retryAfterSeconds });
  return twoAtATime(work);
}
