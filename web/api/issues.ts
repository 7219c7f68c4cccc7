/** Issues of a venue: the one list, and the one number that the sidebar, the bell and the screens show. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { IssueKind } from '../../rules/issues/issue-kinds.ts';
import {
  changeCached,
  endpointKey,
  endpointQuery,
  invalidate,
  pageBefore,
  queryClient,
} from './endpoint-query.ts';

export type IssuePage = EndpointResponse<'listIssues'>;
export type Issue = IssuePage['issues'][number];

interface IssueSearch {
  readonly kind?: IssueKind | undefined;
  readonly state?: 'resolved';
  /** `next` of the page before. */
  readonly after?: string | undefined;
}

/** Where no stream is open. */
const pollMs = 15_000;

/** A page of the issues of a venue. The first page of all kinds has the number that every screen shows. */
export const issuesQuery = (venueId: string, { kind, state, after }: IssueSearch = {}) => {
  const query = { ...(kind && { kind }), ...(state && { state }), ...(after && { after }) };
  return {
    ...endpointQuery('listIssues', { params: { venueId }, query }),
    placeholderData: pageBefore('listIssues', { params: { venueId } }),
    refetchInterval: pollMs,
  };
};

export const refreshIssues = (venueId?: string): Promise<void> =>
  invalidate('listIssues', venueId === undefined ? undefined : { params: { venueId } });

/** The page after a change of its issues, with its counts; null leaves an issue out. */
export function changedPage(page: IssuePage, change: (issue: Issue) => Issue | null): IssuePage {
  const counts = { ...page.counts };
  const count = ({ kind, severity, state }: Issue, by: 1 | -1): void => {
    if (state !== 'open') return;
    counts.all += by;
    counts[kind] += by;
    if (severity === 'urgent') counts.urgent += by;
  };
  const issues = page.issues.flatMap((issue) => {
    const next = change(issue);
    if (next === issue) return issue;
    count(issue, -1);
    if (next) count(next, 1);
    return next ?? [];
  });
  return { ...page, issues, counts };
}

/** Shows a change of issues at once, and what the server knows after its response; before a failure they are back. */
export async function changeIssues<Result>(
  change: (issue: Issue) => Issue | null,
  send: () => Promise<Result>,
): Promise<Result> {
  const queryKey = endpointKey('listIssues');
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueriesData<IssuePage>({ queryKey });
  changeCached('listIssues', {}, (page) => changedPage(page, change));
  try {
    return await send();
  } catch (error) {
    for (const [key, page] of before) queryClient.setQueryData(key, page);
    throw error;
  } finally {
    await refreshIssues();
  }
}
