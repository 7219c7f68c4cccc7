/** The number of open issues: in the sidebar, and at the bell of the top bar, which says what arrives. */
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type IssuePage, issuesQuery } from '../api/issues.ts';
import { useVenues } from '../context/use-venues.ts';
import type { newIssuesText } from '../../rules/issues/issue-messages.ts';
import { paths } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import sidebarStyles from './sidebar.module.css';
import styles from './top-bar.module.css';

/** Number of open issues of a venue; nothing without any. */
export function IssueBadge({ venueId }: { readonly venueId: string }) {
  const { data } = useQuery(issuesQuery(venueId));
  if (!data || data.counts.all === 0) return null;
  return (
    <span data-count className={sidebarStyles['count']}>
      {data.counts.all}
      <span className="sr-only"> open</span>
    </span>
  );
}

/** Leads to the issues of the venue, with the number of open ones, and says which are new. */
export function IssueBell() {
  const { active } = useVenues();
  const venueId = active?.id;
  const { data, isPlaceholderData } = useQuery({
    ...issuesQuery(venueId ?? ''),
    enabled: venueId !== undefined,
  });
  const { all = 0, urgent = 0 } = data?.counts ?? {};
  const text = data ? `Issues: ${all === 0 ? 'none' : all} open` : 'Issues';
  const urgentText = urgent === 0 ? '' : `, ${urgent} urgent`;
  return (
    <>
      <Link plain href={paths.alerts(active && { venue: active.id })} className={styles['bell']}>
        <span className="sr-only">{text + urgentText}</span>
        <IconBell size={20} stroke={1.6} aria-hidden="true" />
        {all > 0 && (
          <span aria-hidden="true" data-urgent={urgent > 0} className={styles['count']}>
            {all > 99 ? '99+' : all}
          </span>
        )}
      </Link>
      <Arrivals key={venueId} page={isPlaceholderData ? undefined : data} />
    </>
  );
}

/** An issue may be committed a little later than its time says. */
const lateMs = 60_000;

/** Loaded when they are first needed: the bell is part of every first load. */
async function wordsOf(issues: Parameters<typeof newIssuesText>[0]): Promise<string> {
  const words = await import('../../rules/issues/issue-messages.ts');
  return words.newIssuesText(issues);
}

/**
 * Says which issues are new since the last page, and which groups of failed pours have grown, for those who do not see the
 * number; nothing about the first page.
 */
export function Arrivals({ page }: { readonly page: IssuePage | undefined }) {
  const [said, setSaid] = useState({ text: '', nth: 0 });
  const known = useRef<{ glassesOf: ReadonlyMap<string, number>; asOfMs: number } | null>(null);
  useEffect(() => {
    if (!page) return;
    const before = known.current;
    const listed = page.issues.map(({ id, glasses }) => [id, glasses ?? 0] as const);
    const glassesOf = new Map([...(before?.glassesOf ?? []), ...listed]);
    known.current = { glassesOf, asOfMs: Date.parse(page.asOf) };
    if (before === null) return;
    // One that moves up from the next page is not new.
    const arrived = page.issues.flatMap((issue) => {
      const { id, state, glasses, openedAt } = issue;
      const had = before.glassesOf.get(id);
      const hasGrown = had !== undefined && (glasses ?? 0) > had;
      const isNew = had === undefined && Date.parse(openedAt) > before.asOfMs - lateMs;
      return state === 'open' && (isNew || hasGrown) ? { ...issue, hasGrown } : [];
    });
    if (arrived.length > 0)
      void wordsOf(arrived).then((text) => setSaid(({ nth }) => ({ text, nth: nth + 1 })));
  }, [page]);
  // Equal words are said again, too.
  return (
    <output className="sr-only">
      <span key={said.nth}>{said.text}</span>
    </output>
  );
}
