import type { PostgresPool } from 'kysely';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { currentTenant, setTenantSql, type Tenant } from '../tenant.ts';
import { detectPooler, statementName } from './prepared-statements.ts';
import { type CommitWatch, StandbyAwayError } from './commit-watch.ts';
import {
  BusyError,
  currentLane,
  isChanging,
  type Lanes,
  rejectExcess,
  takeShares,
} from './lanes.ts';
import type { VenueNodes } from './venue-nodes.ts';

/**
 * Pool for Kysely that takes connections from the current lane, within the current shares, and runs each transaction
 * and each query outside of one as the role of the current tenant. What `onNode` does for one venue takes a connection to
 * the node of that venue. While a standby is away, changes are refused before they are made; while that of a node is, those
 * of its venues are.
 */
export const tenantPool = (
  pools: Lanes,
  commits: CommitWatch,
  end: () => Promise<void>,
  nodes: VenueNodes | null = null,
): PostgresPool => ({
  connect: async () => {
    const current = currentLane();
    const { lane, shares, onNode } = current;
    const tenant = currentTenant();
    const venue = onlyVenue(tenant);
    const requireStandby = (): Promise<void> | undefined =>
      commits.isAnyAway && isChanging(current)
        ? requireStandbyOf(venue, commits, nodes)
        : undefined;
    await requireStandby();
    const venueOnNode = onNode ? venue : undefined;
    const free = await takeShares(shares);
    try {
      const ofNode = venueOnNode === undefined ? null : await nodes?.poolOf(venueOnNode, lane);
      const pool = ofNode ?? pools[lane];
      rejectExcess(pool.waitingCount);
      const client = await pool.connect();
      try {
        // It may have waited for its share and the connection for seconds.
        if (commits.isAnyAway) await requireStandby();
      } catch (refusal) {
        client.release();
        throw refusal;
      }
      detectPooler(client);
      return held(client, queriesAs(tenant, current.commits === 'local', client), {
        commits,
        canGiveUp: venue !== undefined,
        free,
      });
    } catch (error) {
      if (venueOnNode !== undefined && !isRefusal(error)) nodes?.forget(venueOnNode);
      free();
      throw error;
    }
  },
  end,
});

/** Throws StandbyAwayError where a change, of this venue if it is of one, would wait for a standby. */
async function requireStandbyOf(
  venue: string | undefined,
  commits: CommitWatch,
  nodes: VenueNodes | null,
): Promise<void> {
  const node = commits.isStandbyAway || venue === undefined ? null : await nodes?.nodeOf(venue);
  if (commits.isStandbyAway || (node && commits.awayNodes.includes(node)))
    throw new StandbyAwayError('Commits wait for a standby that is away');
}

/** True where the node has not failed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof BusyError || error instanceof StandbyAwayError;

const onlyVenue = (tenant: Tenant | null): string | undefined =>
  tenant?.venueIds.length === 1 ? tenant.venueIds[0] : undefined;

function queriesAs(tenant: Tenant | null, isLocal: boolean, client: PoolClient): Query {
  const settings = [
    ...(tenant === null ? [] : [setTenantSql(tenant)]),
    ...(isLocal ? ['set local synchronous_commit = local'] : []),
  ];
  if (settings.length === 0) return queriesOf(client);
  return queriesWith(settings.join('; '), client, { readsNeedThem: tenant !== null });
}

/** The client while it is checked out; its commits are bounded. */
function held(
  client: PoolClient,
  send: Query,
  { commits, canGiveUp, free }: { commits: CommitWatch; canGiveUp: boolean; free: () => void },
): PoolClient {
  const release = (): void =>
    commits.afterAnswer(client, () => {
      client.release();
      free();
    });
  let isInTransaction = false;
  const query: Query = (text, values) => {
    // A rollback behind a commit would wait for its answer as well.
    if (commits.isLate(client)) return Promise.resolve(nothing);
    isInTransaction = isBegin.test(text) || (isInTransaction && !isEnd.test(text));
    const sent = send(text, values);
    return isInTransaction || isPlainRead.test(text)
      ? sent
      : commits.confirm(client, sent, canGiveUp);
  };
  return new Proxy(client, {
    get: (_, name) => {
      if (name === 'release') return release;
      return name === 'query' ? query : Reflect.get(client, name);
    },
  });
}

const isBegin = /^(begin|start transaction)\b/;
const isEnd = /^(commit|rollback)$/;

/** A common table expression may contain a change. */
const isRead = /^\s*select\b/i;

/** A function may contain a change, such as one that adds a job. */
const isPlainRead = /^\s*select\b(?!\s+[\w.]+\()/i;

type Query = (text: string, values: readonly unknown[]) => Promise<QueryResult>;

function queriesOf(client: PoolClient): Query {
  return (text, values) =>
    sendSoon(client, { name: statementName(client, text), text, values: [...values] });
}

/** Sends the statements of a tick in one write. */
function sendSoon(client: PoolClient, query: QueryConfig | string): Promise<QueryResult> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client.query(query);
}

/** Runs each transaction, and each query outside of one, with these settings; reads outside of one only if they need them. */
function queriesWith(
  settings: string,
  client: PoolClient,
  { readsNeedThem }: { readsNeedThem: boolean },
): Query {
  const query = queriesOf(client);
  const begin = (text: string): Promise<QueryResult> => sendSoon(client, `${text}; ${settings}`);
  let isInTransaction = false;
  let isReadOnly = false;
  /** Undefined once the transaction has begun; rejected where it has not. */
  let begun: Promise<void> | undefined;
  return async (text, values): Promise<QueryResult> => {
    if (isBegin.test(text)) {
      isInTransaction = true;
      isReadOnly = text.endsWith('read only');
      begun = begin(text).then(() => void (begun = undefined));
      // A read that is sent first does not wait for it, and fails with it.
      return withoutWaiting(begun);
    }
    if (isEnd.test(text) && isInTransaction) {
      isInTransaction = false;
      const ended = sendSoon(client, text);
      return isReadOnly ? withoutWaiting(ended) : ended;
    }
    const isAlone = !isInTransaction && !readsNeedThem && isRead.test(text);
    if (isAlone || (isInTransaction && begun === undefined)) return query(text, values);
    const scoped = isInTransaction ? begun : begin('begin');
    // What is sent behind a scope that cannot be set runs as the login role: a read returns nothing then, but a change
    // would be made.
    if (!isRead.test(text)) await scoped;
    // The connection is pipelined, so that the three take one round trip.
    const [began, received, ended] = await Promise.allSettled([
      scoped,
      query(text, values),
      ...(isInTransaction ? [] : [sendSoon(client, 'commit')]),
    ]);
    if (began.status === 'rejected') throw began.reason;
    if (received.status === 'rejected') throw received.reason;
    if (ended?.status === 'rejected') throw ended.reason;
    return received.value;
  };
}

/** The caller receives an empty result at once, and no error. */
function withoutWaiting(sent: Promise<unknown>): QueryResult {
  sent.catch(() => undefined);
  return nothing;
}

const nothing: QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };
