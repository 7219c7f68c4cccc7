/** Certificates of nights, and when the nights of a venue are looked at next. */
import { type Selectable, sql } from 'kysely';
import type { NightCertificatesTable } from '../../db/tables/sums.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { CertificateBody } from '../../rules/nights/certificate.ts';

export type CertificateRow = Omit<Selectable<NightCertificatesTable>, 'body'> & {
  body: CertificateBody;
};

/** Lists the certificates of the days, both included, by day and version. */
export async function listCertificateRows(
  db: Db,
  venueId: string,
  { from, to }: { from: string; to: string },
): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    select * from night_certificates
    where venue_id = ${venueId} and day >= ${from} and day <= ${to}
    order by day, version
  `.execute(db);
  return rows;
}

/** Lists the certificates of the venues that were made after this time, in their order. */
export async function listMadeAfter(
  db: Db,
  venueIds: readonly string[],
  after: Date,
): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    select * from night_certificates
    where venue_id = any(${venueIds}::uuid[]) and made_at > ${after}
    order by made_at, day, version
    limit 1000
  `.execute(db);
  return rows;
}

export interface LatestCertificate {
  day: string;
  version: number;
  made_at: Date;
  agrees: boolean;
  hash: Buffer;
  /** Whether its sums were rebuilt before this version. */
  is_rebuilt: boolean;
}

/** Lists the last version of each of the days, both included. */
export async function listLatest(
  db: Db,
  venueId: string,
  { from, to }: { from: string; to: string },
): Promise<LatestCertificate[]> {
  const { rows } = await sql<LatestCertificate>`
    select distinct on (day) day, version, made_at, body -> 'differences' = '[]'::jsonb as agrees, hash,
      body -> 'reasons' @> '[{"reason": "rebuilt sums"}]'::jsonb as is_rebuilt
    from night_certificates
    where venue_id = ${venueId} and day >= ${from} and day <= ${to}
    order by day, version desc
  `.execute(db);
  return rows;
}

/** Day of the last night that is certified; null without any. */
export async function findLastDay(db: Db, venueId: string): Promise<string | null> {
  const row = await db
    .selectFrom('night_certificates')
    .select('day')
    .where('venue_id', '=', venueId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** Returns false where another process has stored this version. */
export async function insertCertificate(
  db: Db,
  { venue_id, day, version, made_at, body, hash, previous_hash }: CertificateRow,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('night_certificates')
    .values({ venue_id, day, version, made_at, body: JSON.stringify(body), hash, previous_hash })
    .onConflict((conflict) => conflict.columns(['venue_id', 'day', 'version']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export interface ClaimedNights {
  venue_id: string;
  /** Number of the change log of each unit up to which its nights are certified. */
  certified_to: Record<string, number>;
}

/** Claims venues whose nights are due, until this time; of several workers, one gets each. */
export async function claimNights(
  db: Db,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<ClaimedNights[]> {
  const { rows } = await sql<ClaimedNights>`
    update venue_verifications set certify_at = ${until}
    where venue_id in (
      select venue_id from venue_verifications where certify_at <= ${now}
      order by certify_at, venue_id limit ${most}
      for update skip locked
    )
    returning venue_id, certified_to
  `.execute(db);
  return rows;
}

export async function storeProgress(
  db: Db,
  venueId: string,
  { certifyAt, certifiedTo }: { certifyAt: Date; certifiedTo: Record<string, number> },
): Promise<void> {
  await db
    .updateTable('venue_verifications')
    .set({ certify_at: certifyAt, certified_to: JSON.stringify(certifiedTo) })
    .where('venue_id', '=', venueId)
    .execute();
}

/** A line of a sale; the names are those of the line that is hashed. Null where a sale has none. */
export interface CertifiedLine {
  sale: string;
  soldAt: number;
  unit: number;
  reader: string;
  line: number | null;
  name: string;
  quantity: number;
  poured: number;
  isDouble: boolean;
  price: number;
  tax: number;
  tip: number;
  fee: number | null;
  refundedAt: number | null;
  refundedGlasses: number;
  refundedTax: number;
  refundedTip: number;
}

const epochMs = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

/** Lists the lines of the sales of a range in the order of their ids. */
export async function listLines(
  db: Db,
  venueId: string,
  { startMs, endMs }: { startMs: number; endMs: number },
): Promise<CertifiedLine[]> {
  const { rows } = await sql<CertifiedLine>`
    select sale.id as sale, ${epochMs('sale.sold_at')} as "soldAt", sale.unit_number as unit,
      sale.payment_reader_device_name as reader, drink.drink_index as line, drink.name, drink.quantity,
      drink.success_quantity as poured, drink.is_double as "isDouble", drink.price_cents as price,
      drink.tax_cents as tax, drink.tip_cents as tip, drink.fee_cents as fee,
      ${epochMs('drink.refunded_at')} as "refundedAt", drink.refunded_quantity as "refundedGlasses",
      drink.refunded_tax_cents as "refundedTax", drink.refunded_tip_cents as "refundedTip"
    from orders as sale
    left join lateral (
      select * from ordered_drinks as each
      where each.venue_id = ${venueId} and each.order_id = sale.id
      offset 0
    ) as drink on true
    where sale.venue_id = ${venueId}
      and sale.sold_at >= ${new Date(startMs)}::timestamptz and sale.sold_at < ${new Date(endMs)}::timestamptz
    order by sale.id, drink.drink_index
  `.execute(db);
  return rows;
}

/** What the change log has of the sales of a night. */
export interface NightChange {
  kind: 'late sale' | 'correction' | 'refund';
  /** Of the sale, before or after the change. */
  hour: Date;
  /** Of the sale or the drink that it concerns. */
  key: string;
}

/** Lists the changes of the sales of a range after these numbers of the log. */
export async function listNightChanges(
  db: Db,
  venueId: string,
  { startMs, endMs }: { startMs: number; endMs: number },
  after: readonly { unit_id: string; number: number }[],
): Promise<NightChange[]> {
  const { rows } = await sql<NightChange>`
    select distinct case kind when 'sale' then 'late sale' when 'correction' then kind else 'refund' end as kind,
      date_trunc('hour', part.sold_at, 'UTC') as hour, concat_ws(' ', order_id, drink_index) as key
    from unnest(${after.map(({ unit_id }) => unit_id)}::uuid[], ${after.map(({ number }) => number)}::bigint[])
      as seen (unit_id, number)
    cross join lateral (
      select change.kind, change.order_id, change.drink_index, change.detail from changes as change
      where change.venue_id = ${venueId} and change.unit_id = seen.unit_id and change.number > seen.number
        and change.kind in ('sale', 'correction', 'refund_requested', 'refund_settled', 'refund_returned')
      offset 0
    ) as change
    cross join lateral (
      select sale.sold_at from orders as sale where sale.venue_id = ${venueId} and sale.id = change.order_id
      union all
      select (change.detail ->> 'soldAt')::timestamptz
    ) as part
    where part.sold_at >= ${new Date(startMs)}::timestamptz and part.sold_at < ${new Date(endMs)}::timestamptz
  `.execute(db);
  return rows;
}

/** Adds what was found to what super admins see of the venue, until it is compared again and agrees. */
export async function storeDifferences(
  db: Tx,
  venueId: string,
  { at, sentences, span }: { at: Date; sentences: readonly string[]; span: object },
): Promise<void> {
  await sql`
    update venue_verifications set verified_at = ${at}, differences = ${sentences.length},
      sentences = ${[...sentences]}::text[], spans = spans || ${JSON.stringify([span])}::jsonb
    where venue_id = ${venueId}
  `.execute(db);
}
