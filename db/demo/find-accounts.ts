import type { Db } from '../tables/tables.ts';
import { seedData, demoPassword } from './accounts.ts';

/** Demo accounts present in this database, for printing at start. */
export async function findDemoAccounts(
  db: Db,
): Promise<{ email: string; password: string; what: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where(
      'email',
      'in',
      seedData.map(({ email }) => email),
    )
    .execute();
  const present = new Set(rows.map(({ email }) => email));
  return seedData.flatMap(({ email, what }) =>
    what === undefined || !present.has(email) ? [] : [{ email, password: demoPassword, what }],
  );
}
