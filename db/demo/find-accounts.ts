import { verify } from '@node-rs/argon2';
import type { Db } from '../tables/tables.ts';
import { seedData, demoPassword } from './accounts.ts';

export interface DemoAccount {
  email: string;
  password: string;
  /** Description printed at start; accounts without one only fill lists. */
  what: string | undefined;
}

/** Demo accounts in this database for which the published password works. */
export async function findDemoAccounts(db: Db): Promise<DemoAccount[]> {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where(
      'email',
      'in',
      seedData.map(({ email }) => email),
    )
    .execute();
  // The accounts of a demo share one hash, so that few are verified.
  const published = new Map<string, boolean>();
  for (const hash of new Set(rows.map((row) => row.password_hash))) {
    published.set(hash, await verify(hash, demoPassword));
  }
  const present = new Set(
    rows.filter((row) => published.get(row.password_hash)).map(({ email }) => email),
  );
  return seedData.flatMap(({ email, what }) =>
    present.has(email) ? [{ email, password: demoPassword, what }] : [],
  );
}
