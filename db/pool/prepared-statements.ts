/**
 * Names for statements that repeat: PostgreSQL parses a named statement once per connection, and plans it only a few
 * times.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';

/** Executions after which a statement counts as repeating. */
const fewExecutions = 3;
/** Each statement occupies memory in every connection. */
const mostNamed = 200;
/** Texts that are counted at a time; lists of parameters give one statement many texts. */
const mostCounted = 2_000;
const plannedEachTime = 'planned each time';

/** Part of a statement whose best plan depends on its values: it is never named, so that no generic plan is used. */
export const planEachTime = sql.raw(`/* ${plannedEachTime} */`);

/**
 * A named statement with a star fails once a migration has added a column; COPY and commands without a plan gain
 * nothing.
 */
const isNamed = /^(?!.*(?:select|returning|\.)\s*\*)\s*(?:select|insert|update|delete|with)\b/is;

const named = new Map<string, string>();
let counted = new Map<string, number>();

/** True for connections that reach one PostgreSQL backend: a pooler may run each transaction on another one. */
const isDirect = new WeakMap<PoolClient, boolean>();

/**
 * Finds out once whether a connection is direct: a pooler reports another process id to its clients than that of the
 * backend.
 */
export function detectPooler(client: PoolClient & { processID?: number | null }): void {
  if (isDirect.has(client)) return;
  isDirect.set(client, false);
  const detect = async (): Promise<void> => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    isDirect.set(client, rows[0]?.pid === client.processID);
  };
  // A connection that breaks at once is replaced by the pool.
  detect().catch(() => undefined);
}

/** Name of this statement on this connection; undefined for one that is not kept. */
export function statementName(client: PoolClient, text: string): string | undefined {
  if (isDirect.get(client) !== true) return undefined;
  const name = named.get(text);
  if (name !== undefined || named.size >= mostNamed) return name;
  const executions = (counted.get(text) ?? 0) + 1;
  if (counted.size >= mostCounted) counted = new Map();
  counted.set(text, executions);
  if (executions !== fewExecutions + 1 || !isNamed.test(text)) return undefined;
  if (text.includes(plannedEachTime)) return undefined;
  counted.delete(text);
  const digest = `barback_${hash('sha256', text, 'base64url')}`;
  named.set(text, digest);
  return digest;
}
