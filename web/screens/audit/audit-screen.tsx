import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dateMessages } from '../../../lib/time-in-zone.ts';
import { dayRange } from '../../../lib/day-range.ts';
import { auditRetention } from '../../../rules/audit/sign-in-entries.ts';
import { type AuditFilter, auditQuery, fetchAuditCsv, mostInAuditCsv } from '../../api/audit.ts';
import { DayField } from '../../components/day-field.tsx';
import { readDay } from '../../components/date-text.ts';
import { ListCard } from '../../components/list-card.tsx';
import { useListPage } from '../../components/list-page.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useDownload } from '../../components/use-download.ts';
import { useOwnerContext } from '../../context/owner-context.ts';
import { type AuditSearch, paths } from '../../paths.ts';
import { auditColumns, mergeEntries } from './audit-columns.tsx';
import { isSuperAdmin } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { rowsOf } from '../../ui/load-state.tsx';
import { CursorPager } from '../../ui/pager.tsx';
import { TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { useSlash } from '../../ui/screen-keys.ts';
import styles from './audit-screen.module.css';

interface EmptyProps {
  readonly narrowed: boolean;
  /** True when the search stopped before the end of the log. */
  readonly goesOn: boolean;
}

function Empty({ narrowed, goesOn }: EmptyProps) {
  if (goesOn) {
    return (
      <EmptyState icon={IconHistory}>
        No match so far. Older entries continue the search.
      </EmptyState>
    );
  }
  if (!narrowed) return <EmptyState icon={IconHistory}>Nothing has been changed yet.</EmptyState>;
  const all = (
    <LinkButton variant="default" href={paths.audit()}>
      Show everything
    </LinkButton>
  );
  return (
    <EmptyState icon={IconHistory} action={all}>
      Nothing matches these filters.
    </EmptyState>
  );
}

/** Scope of the log: for a super admin all owners, or the owner they act for. */
function useWhose(): { ownerId: string | undefined; context: string } {
  const session = useSession();
  const { owner } = useOwnerContext();
  const context = 'Sign-ins, and changes to money settings, secrets and access';
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
  const list = useListPage(auditQuery(filter, search.before), 'activity');
  const columns = useMemo(() => auditColumns(timezone), [timezone]);
  const { state } = list;
  const entries = useMemo(() => rowsOf(state, ({ entries: page }) => mergeEntries(page)), [state]);
  const next = list.data?.next ?? null;
  const hasPages = next !== null || search.before !== undefined;
  const openPage = (before?: string) =>
    void navigate({ to: '.', href: paths.audit(toSearch(narrowing, before)) });

  return (
    <>
      <PageHeader title="Activity log" context={context} />
      <div className="stack gap-16">
        <Card>
          <FilterForm
            applied={narrowing}
            onApply={(received) =>
              void navigate({ to: '.', href: paths.audit(toSearch(received)) })
            }
          />
        </Card>
        <ListCard
          label="Activity log"
          columns={columns}
          of={entries}
          rowKey={([{ id }]) => id}
          empty={<Empty narrowed={isNarrowed(narrowing)} goesOn={next !== null} />}
          foot={
            (entries.state !== 'empty' || hasPages) && (
              <>
                <CsvButton filter={filter} disabled={entries.state !== 'data'} />
                <span className="dim text-13">
                  {`The file holds up to ${mostInAuditCsv.toLocaleString('en-US')} entries. ${auditRetention}`}
                </span>
                {list.data && hasPages && (
                  <CursorPager
                    of="entries"
                    isFirst={search.before === undefined}
                    isLast={next === null}
                    onFirst={() => openPage()}
                    onOlder={() => openPage(next ?? undefined)}
                  />
                )}
              </>
            )
          }
        />
      </div>
    </>
  );
}

interface CsvButtonProps {
  readonly filter: AuditFilter;
  readonly disabled: boolean;
}

/** Downloads all pages of the filtered log as a file. */
export function CsvButton({ filter, disabled }: CsvButtonProps) {
  const { running, failure, start } = useDownload();
  const download = () =>
    start(async (signal) => ({
      fileName: 'activity-log.csv',
      file: await fetchAuditCsv(filter, signal),
    }));
  return (
    <div className={styles['csv']}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        disabled={disabled}
        loading={running}
        onClick={download}
      >
        Download CSV
      </Button>
      {failure !== undefined && (
        <span role="alert" className="out text-13">
          {failure}
        </span>
      )}
    </div>
  );
}

interface FilterFormProps {
  /** Filters from the URL, which the fields follow. */
  readonly applied: Narrowing;
  readonly onApply: (narrowing: Narrowing) => void;
}

export function FilterForm({ applied, onApply }: FilterFormProps) {
  const [followed, setFollowed] = useState(applied);
  const [value, setValue] = useState(applied);
  const [problem, setError] = useState<string>();
  if (!isSame(followed, applied)) {
    setFollowed(applied);
    setValue(applied);
    setError(undefined);
  }
  const field = useSlash();
  const change = (changes: Partial<Narrowing>) => {
    setValue({ ...value, ...changes });
    setError(undefined);
  };
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        const reversed = value.from !== null && value.to !== null && value.from > value.to;
        setError(reversed ? dateMessages.daysReversed : undefined);
        if (!reversed) onApply({ ...value, search: value.search.trim() });
      }}
    >
      <TextField
        ref={field}
        label="Search"
        placeholder="Action, target or name"
        maxLength={100}
        value={value.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <DayField
        label="From"
        calendarLabel="Pick the first day"
        value={value.from}
        onChange={(from) => change({ from })}
      />
      <DayField
        label="To"
        calendarLabel="Pick the last day"
        value={value.to}
        error={problem}
        onChange={(to) => change({ to })}
      />
      <div className={styles['go']}>
        <Button type="submit" fullWidth>
          Search
        </Button>
      </div>
    </form>
  );
}

// Filters of the audit log and their URL parameters.

/** Current filters; days are YYYY-MM-DD, null for no bound. */
export interface Narrowing {
  readonly search: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Parses the filters of a URL; an invalid day is ignored. */
export function readNarrowing(search: Readonly<Record<string, string | undefined>>): Narrowing {
  return {
    search: search['search']?.trim() ?? '',
    from: readDay(search['from'] ?? ''),
    to: readDay(search['to'] ?? ''),
  };
}

export const toSearch = ({ search, from, to }: Narrowing, before?: string): AuditSearch => ({
  search: search.trim() || undefined,
  from: from ?? undefined,
  to: to ?? undefined,
  before,
});

export const isNarrowed = ({ search, from, to }: Narrowing): boolean =>
  search !== '' || from !== null || to !== null;

export const isSame = (one: Narrowing, other: Narrowing): boolean =>
  one.search === other.search && one.from === other.from && one.to === other.to;

/**
 * Query parameters for the server: whole calendar days in the zone.
 * @param timezone IANA name
 * @param ownerId the owner a super admin acts for
 */
export function filterOf(
  { search, from, to }: Narrowing,
  timezone: string,
  ownerId: string | undefined,
): AuditFilter {
  return {
    ownerId,
    search: search === '' ? undefined : search,
    from: from === null ? undefined : dayRange({ from, to: from, timezone }).startMs,
    to: to === null ? undefined : dayRange({ from: to, to, timezone }).endMs - 1,
  };
}
