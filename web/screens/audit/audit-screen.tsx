import { IconHistory } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { auditQuery, mostInAuditCsv } from '../../api/audit.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths } from '../../paths.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { useOwnerContext } from '../../context/owner-context.ts';
import { useSession } from '../../session/session.ts';
import { FailedLine } from '../../components/failed-line.tsx';
import { useListPage } from '../../components/list-page.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CursorPager } from '../../ui/cursor-pager.tsx';
import { auditColumns } from './audit-columns.tsx';
import { filterOf, isNarrowed, readNarrowing, toSearch } from './audit-filter.ts';
import { CsvButton } from './csv-button.tsx';
import { FilterForm } from './filter-form.tsx';
import { mergeEntries } from './merge-entries.ts';
import styles from './audit-screen.module.css';

interface EmptyProps {
  readonly narrowed: boolean;
  /** True when the search stopped before the end of the log. */
  readonly goesOn: boolean;
}

function Empty({ narrowed, goesOn }: EmptyProps) {
  const icon = <IconHistory size={22} stroke={1.6} />;
  if (goesOn) {
    return <EmptyState icon={icon}>No match so far. Older entries continue the search.</EmptyState>;
  }
  if (!narrowed) return <EmptyState icon={icon}>Nothing has been changed yet.</EmptyState>;
  const all = (
    <LinkButton variant="default" href={paths.audit()}>
      Show everything
    </LinkButton>
  );
  return (
    <EmptyState icon={icon} action={all}>
      Nothing matches these filters.
    </EmptyState>
  );
}

/** Scope of the log: for a super admin all owners, or the owner they act for. */
function useWhose(): { ownerId: string | undefined; context: string } {
  const session = useSession();
  const { owner } = useOwnerContext();
  const context = 'Changes to money settings, secrets and access';
  if (!session || !isSuperAdmin(session.claims)) return { ownerId: undefined, context };
  if (!owner) return { ownerId: undefined, context: `${context} of all owners` };
  return { ownerId: owner.id, context: `${context} of ${owner.name}` };
}

export default function AuditScreen() {
  const search = useSearch({ from: '/audit/$' });
  const navigate = useNavigate();
  const { ownerId, context } = useWhose();
  const { timezone } = guessedTimezone();
  const narrowing = readNarrowing(search);
  const filter = filterOf(narrowing, timezone, ownerId);
  const { data, error, refetch, status, footKey } = useListPage(auditQuery(filter, search.before));
  const columns = useMemo(() => auditColumns(timezone), [timezone]);
  const entries = useMemo(() => mergeEntries(data?.entries ?? []), [data]);
  const next = data?.next ?? null;
  const openPage = (before?: string) =>
    void navigate({ to: '.', href: paths.audit(toSearch(narrowing, before)) });

  return (
    <>
      <PageHeader title="Activity log" context={context} />
      <div className={styles['parts']}>
        <Card>
          <FilterForm
            applied={narrowing}
            onApply={(received) =>
              void navigate({ to: '.', href: paths.audit(toSearch(received)) })
            }
          />
        </Card>
        {error && <FailedLine error={error} onRetry={refetch} />}
        <Card flush>
          <DataTable
            label="Activity log"
            columns={columns}
            rows={entries}
            rowKey={([{ id }]) => id}
            status={status}
            skeletonRows={10}
            empty={
              error ? (
                <EmptyState>No activity to show.</EmptyState>
              ) : (
                <Empty narrowed={isNarrowed(narrowing)} goesOn={next !== null} />
              )
            }
          />
          <div key={footKey} className={styles['foot']}>
            <CsvButton filter={filter} disabled={entries.length === 0} />
            <span className={styles['note']}>
              {`The file holds up to ${mostInAuditCsv.toLocaleString('en-US')} entries.`}
            </span>
            {data && (
              <div className={styles['pager']}>
                <CursorPager
                  of="entries"
                  isFirst={search.before === undefined}
                  isLast={next === null}
                  onFirst={() => openPage()}
                  onOlder={() => openPage(next ?? undefined)}
                />
              </div>
            )}
          </div>
        </Card>
      </div>
    </>
  );
}
