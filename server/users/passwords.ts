/** Hashes passwords with argon2id, two at a time, so that a flood of sign-ins cannot overload the machine. */
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

const twoAtATime = pLimit(2);

export const hashPassword = (password: string): Promise<string> => twoAtATime(() => hash(password));

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  twoAtATime(() => verify(passwordHash, password));
