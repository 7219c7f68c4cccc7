/** The rule of what an issue is: one statement for the list and for its counts. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { severities } from '../../rules/alerts/alert-kinds.ts';
import {
  alertsOfIssue,
  type IssueKind,
  mergedAlerts,
  usualSeverity,
} from '../../rules/issues/issue-kinds.ts';

/** Selects issues of a venue: those of these kinds, as they are at a time. */
export interface IssueFilter {
  venueId: string;
  now: Date;
  kinds: readonly IssueKind[];
  /** resolved: what is settled, instead of what is not. */
  state: 'open' | 'resolved';
}

/** Place in the list: by rank, then newest first. */
export interface IssuePlace {
  rank: number;
  id: string;
}

export interface IssueRef extends IssuePlace {
  kind: IssueKind;
  alert_id: string | null;
}

/** Of what is seen or snoozed, after every severity. */
const calmRank = severities.length;

/** Ids are in the order of time, in all tables. */
const inOrder = sql`order by rank, id desc`;

const rankOfAlert = (now: Date): RawBuilder<number> => sql`
  case when acknowledged_at is not null or snoozed_until > ${now}::timestamptz then ${calmRank}::int
    else coalesce(array_position(${[...severities]}::text[], severity) - 1, ${calmRank - 1}::int) end`;

/** The group that an alert about failed drinks is about, from its key. */
const groupOfAlert = sql<string>`split_part(key, ' ', 3)::uuid`;

const openAlerts = (venueId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from alerts where venue_id = ${venueId} and resolved_at is null and ${condition}`;

/** Rows of each table that are settled, all of one rank. */
function resolvedSources({ venueId, kinds }: IssueFilter): RawBuilder<unknown>[] {
  const sources: Partial<Record<IssueKind, RawBuilder<unknown>>> = {
    failedPours: sql`
      select 'failedPours' as kind, group_id as id, null::uuid as alert_id, 0 as rank
      from (
        select distinct group_id from pour_cases
        where venue_id = ${venueId} and group_id <> all(array(
          select group_id from pour_cases where venue_id = ${venueId} and state <> 'resolved'
        ))
        order by group_id desc
      ) as groups`,
    refusedSales: sql`
      select 'refusedSales' as kind, id, null::uuid as alert_id, 0 as rank
      from refused_sales where venue_id = ${venueId} and state <> 'open'`,
  };
  return kinds.map(
    (kind) =>
      sources[kind] ??
      sql`
        select ${kind}::text as kind, id, id as alert_id, 0 as rank
        from alerts where venue_id = ${venueId} and resolved_at is not null
          and kind = any(${alertsOfIssue(kind)}::text[])`,
  );
}

/** Rows of each table, without those that are shown as rows of another one. */
function sourcesOf(filter: IssueFilter): RawBuilder<unknown>[] {
  const { venueId, now, kinds, state } = filter;
  if (state === 'resolved') return resolvedSources(filter);
  const usualRank = severities.indexOf(usualSeverity);
  const aboutGroups = sql`kind = ${mergedAlerts.failedPours}`;
  const sources: Record<'failedPours' | 'refusedSales', RawBuilder<unknown>[]> = {
    failedPours: [
      sql`
        select 'failedPours' as kind, group_id as id, id as alert_id, rank
        from (
          select id, ${groupOfAlert} as group_id, ${rankOfAlert(now)} as rank ${openAlerts(venueId, aboutGroups)}
        ) as alert
        where exists (
          select from pour_cases
          where venue_id = ${venueId} and group_id = alert.group_id and state <> 'resolved'
        )`,
      sql`
        select 'failedPours' as kind, group_id as id, null::uuid as alert_id, ${usualRank}::int as rank
        from (
          select distinct group_id from pour_cases
          where venue_id = ${venueId} and state <> 'resolved'
            and group_id <> all(array(select ${groupOfAlert} ${openAlerts(venueId, aboutGroups)}))
          order by group_id desc
        ) as groups`,
    ],
    refusedSales: [
      sql`
        select 'refusedSales' as kind, id, null::uuid as alert_id, ${usualRank}::int as rank
        from refused_sales where venue_id = ${venueId} and state = 'open'`,
    ],
  };
  const ofAlerts = (kind: IssueKind): RawBuilder<unknown> => sql`
    select ${kind}::text as kind, id, id as alert_id, ${rankOfAlert(now)} as rank
    ${openAlerts(venueId, sql`kind = any(${alertsOfIssue(kind)}::text[])`)}`;
  return kinds.flatMap((kind) =>
    kind === 'failedPours' || kind === 'refusedSales' ? sources[kind] : ofAlerts(kind),
  );
}

/** Lists issues by urgency, newest first within each, from one place of the list on. */
export async function listIssues(
  db: Db,
  filter: IssueFilter,
  { after, size }: { after: IssuePlace | undefined; size: number },
): Promise<IssueRef[]> {
  const sources = sourcesOf(filter);
  if (sources.length === 0) return [];
  const isAfter = after
    ? sql`rank > ${after.rank}::int or (rank = ${after.rank}::int and id < ${after.id}::uuid)`
    : sql`true`;
  // Each table gives no more rows than the page has, in the order of its index where the rank is the same for all.
  const pages = sources.map(
    (source) => sql`
      (select * from (${source}) as source where ${isAfter} ${inOrder} limit ${size}::int)`,
  );
  const { rows } = await sql<IssueRef>`
    select * from (${sql.join(pages, sql` union all `)}) as issues ${inOrder} limit ${size}::int
  `.execute(db);
  return rows;
}

export type IssueCounts = Record<'all' | 'urgent' | IssueKind, number>;

/** Counts the issues that are neither seen nor snoozed. */
export async function countIssues(db: Db, filter: IssueFilter): Promise<IssueCounts> {
  const counts: IssueCounts = {
    all: 0,
    urgent: 0,
    failedPours: 0,
    refusedSales: 0,
    stock: 0,
    units: 0,
    other: 0,
  };
  const sources = sourcesOf(filter);
  if (sources.length === 0) return counts;
  const { rows } = await sql<{ kind: IssueKind; count: number; urgent: number }>`
    select kind, count(*)::int as count, (count(*) filter (where rank = 0))::int as urgent
    from (${sql.join(sources, sql` union all `)}) as issues
    where rank < ${calmRank}::int group by kind
  `.execute(db);
  for (const { kind, count, urgent } of rows) {
    counts[kind] = count;
    counts.all += count;
    counts.urgent += urgent;
  }
  return counts;
}
