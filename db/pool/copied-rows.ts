import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Larger than what PostgreSQL sends at once, so that it need not wait while the rows before are read. */
const bufferedBytes = 64 * 1024;

/**
 * Yields the rows of `copy … to stdout` as text in which they end with a line feed and their fields with a tab.
 */
export async function* copiedRows(client: PoolClient, statement: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  const copied: AsyncIterable<Buffer> = client.query(
    copyTo(statement, { highWaterMark: bufferedBytes }),
  );
  for await (const chunk of copied) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (end > 0) yield text.slice(0, end);
  }
}
