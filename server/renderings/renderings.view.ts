import type { z } from 'zod';
import type { rendering } from '../../contract/renderings.ts';
import { renderingUrl } from '../../rules/renderings/rendering-path.ts';
import type { ShownRow } from './renderings.queries.ts';

/** @param host base URL of the rendering host */
export function renderingView(row: ShownRow, host: string): z.output<typeof rendering> {
  const { previous_id: previousId, previous_deployed_at: previousAt } = row;
  return {
    _id: row.id,
    venueName: row.venue_name,
    pathName: row.path_name,
    entryPagePath: row.entry_page_path,
    deployDate: row.deployed_at.toISOString(),
    url: renderingUrl(host, row.path_name, row.entry_page_path),
    previous:
      previousId !== null && previousAt !== null
        ? { id: previousId, deployDate: previousAt.toISOString() }
        : null,
  };
}
