import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { issuesQuery } from '../../api/issues.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/page.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './issue-header.module.css';

const tabs = [
  { key: 'all', label: 'All' },
  { key: 'failedPours', label: 'Failed pours' },
  { key: 'refusedSales', label: 'Refused sales' },
  { key: 'stock', label: 'Stock' },
] as const;

export type IssueTab = (typeof tabs)[number]['key'];

const addressOf: Readonly<Record<IssueTab, (venue: string) => string>> = {
  all: (venue) => paths.alerts({ venue }),
  failedPours: (venue) => paths.failures({ venue }),
  refusedSales: (venue) => paths.refusedSales(venue),
  stock: (venue) => paths.alerts({ venue, kind: 'stock' }),
};

interface IssueHeaderProps {
  readonly tab: IssueTab;
  /** Undefined while loading. */
  readonly venueId: string | undefined;
  readonly context?: ReactNode;
  readonly actions?: ReactNode;
}

/** Title of the issues of a venue, with a tab for each kind, which has an address of its own. */
export function IssueHeader({ tab, venueId, context, actions }: IssueHeaderProps) {
  const { data } = useQuery({ ...issuesQuery(venueId ?? ''), enabled: venueId !== undefined });
  const shown = tabs.find(({ key }) => key === tab);
  return (
    <>
      <PageHeader
        title="Issues"
        {...(tab !== 'all' && shown ? { documentTitle: shown.label } : {})}
        context={context}
        actions={actions}
      />
      <nav aria-label="Issues" className={styles['tabs']}>
        <ul>
          {tabs.map(({ key, label }) => {
            const count = data?.counts[key] ?? 0;
            return (
              <li key={key}>
                <Link
                  plain
                  bySearch
                  href={addressOf[key](venueId ?? '')}
                  className={styles['tab']}
                  {...(key === tab ? { current: 'page' as const } : {})}
                >
                  {label}
                  <span className={styles['count']} data-none={count === 0}>
                    {count}
                    <span className="sr-only"> open</span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </>
  );
}
