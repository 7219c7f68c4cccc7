import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { issuesQuery } from '../../api/issues.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/page.tsx';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';

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
      <div className="mb-16">
        <ScreenTabs
          label="Issues"
          tabs={tabs.map(({ key, label }) => ({
            label,
            href: addressOf[key](venueId ?? ''),
            isCurrent: key === tab,
            count: data?.counts[key] ?? 0,
          }))}
        />
      </div>
    </>
  );
}
