import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as endpoints from '../../contract/issues.ts';
import type { Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { countIssues, type IssuePlace, listIssues } from './issues.queries.ts';
import { kindsFor, readIssues } from './read-issues.ts';

export function issueRoutes(mount: Mount, deps: AppDeps): void {
  const { db, now } = deps;

  mount(endpoints.listIssues, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const at = now();
    const readable = kindsFor(actor);
    const { state } = query;
    const filter = { venueId: venue.id, now: at, state };
    const kinds = readable.filter((kind) => query.kind === undefined || kind === query.kind);
    const { size } = query.pagination;
    const [refs, counts] = await Promise.all([
      // One more shows whether there is another page.
      listIssues(db, { ...filter, kinds }, { after: placeOf(query.after), size: size + 1 }),
      countIssues(db, { ...filter, kinds: readable, state: 'open' }),
    ]);
    const page = refs.slice(0, size);
    const last = refs.length > size ? page.at(-1) : undefined;
    return {
      asOf: at.toISOString(),
      issues: await readIssues(db, filter, page),
      next: last ? textOf(last) : null,
      counts,
    } satisfies EndpointResponse<'listIssues'>;
  });
}

const textOf = ({ rank, id }: IssuePlace): string => `${rank}.${id}`;

function placeOf(text: string | undefined): IssuePlace | undefined {
  if (text === undefined) return undefined;
  const [rank = '', id = ''] = text.split('.');
  return { rank: Number(rank), id };
}
