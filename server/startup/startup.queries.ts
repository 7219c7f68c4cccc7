import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { tenantRoles } from '../../db/tenant.ts';

const ofVenues = ['private_key_sealed', 'auth_token_sealed', 'webhook_secret_sealed'] as const;
const ofWebhooks = ['secret_sealed', 'previous_secret_sealed'] as const;

/** An encrypted value, and where it is stored. */
export type SealedSecret = { id: string; sealed: Buffer } & (
  | { table: 'venues'; column: (typeof ofVenues)[number] }
  | { table: 'credentials'; column: 'secret'; userId: string }
  | { table: 'webhooks'; column: (typeof ofWebhooks)[number] }
);

/** Every encrypted value: credentials of card providers first, of the newest venue first. */
export async function listSealed(db: Db): Promise<SealedSecret[]> {
  const venues = await db
    .selectFrom('venues')
    .select(['id', ...ofVenues])
    .where(sql<boolean>`coalesce(${sql.join(ofVenues.map((name) => sql.ref(name)))}) is not null`)
    .orderBy('id', 'desc')
    .execute();
  const apps = await db
    .selectFrom('credentials')
    .select(['id', 'user_id', 'secret'])
    .where('kind', '=', 'totp')
    .execute();
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', ...ofWebhooks])
    .execute();
  return [
    ...venues.flatMap((venue) =>
      ofVenues.flatMap((column): SealedSecret[] => {
        const sealed = venue[column];
        return sealed === null ? [] : [{ table: 'venues', column, id: venue.id, sealed }];
      }),
    ),
    ...apps.map(({ id, user_id: userId, secret }): SealedSecret => ({
      table: 'credentials',
      column: 'secret',
      id,
      sealed: secret,
      userId,
    })),
    ...webhooks.flatMap((webhook) =>
      ofWebhooks.flatMap((column): SealedSecret[] => {
        const sealed = webhook[column];
        return sealed === null ? [] : [{ table: 'webhooks', column, id: webhook.id, sealed }];
      }),
    ),
  ];
}

/** Returns false when another value was stored meanwhile, which stays. */
export async function replaceSealed(
  db: Db,
  { table, column, id, sealed }: SealedSecret,
  by: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${by}
    where id = ${id} and ${sql.ref(column)} = ${sealed}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Returns the roles of tenants that bypass row-level security (RLS), which none should. */
export async function listBypassingRoles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select role.rolname::text as name from pg_roles as role
    where role.rolname = any(${Object.values(tenantRoles)}::text[])
      and (
        role.rolsuper or role.rolbypassrls
        or exists (
          select from pg_class
          where relnamespace = current_schema()::regnamespace and relrowsecurity
            and pg_has_role(role.oid, relowner, 'member')
        )
      )
    order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}
