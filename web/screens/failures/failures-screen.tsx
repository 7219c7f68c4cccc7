import { Button, CloseButton } from '@mantine/core';
import { IconGlassFull } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { caseMessages } from '../../../rules/cases/case-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import {
  type CaseSettlement,
  casesQuery,
  type PourCase,
  type RefundPolicy,
  refundPolicyQuery,
} from '../../api/cases.ts';
import { ContextLine, Refreshed } from '../../components/context-line.tsx';
import { IssueHeader } from '../../components/issues/issue-header.tsx';
import { useListPage } from '../../components/list-page.ts';
import { LoadError } from '../../components/load-error.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { useLiveRefresh } from '../../context/use-live-refresh.ts';
import { useNightRules, useVenueTimezone } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { type FailuresSearch, paths } from '../../paths.ts';
import { CaseDays, CasesOfPart, readCaseFilters } from './case-filters.tsx';
import { CaseDetail } from './case-detail.tsx';
import { CaseFigures } from './case-figures.tsx';
import { canRefund, useSettling } from './use-settling.ts';
import { CaseList, CaseSkeleton } from './case-list.tsx';
import { may } from '../../session/permissions.ts';
import { useMedia } from '../../ui/hooks.ts';
import { Card, EmptyState, SkeletonLine } from '../../ui/page.tsx';
import { CursorPager } from '../../ui/pager.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import styles from './failures-screen.module.css';

const pageSize = 50;

const tabs = { open: 'Open', resolved: 'Resolved' } as const;

/** The case whose row has the focus. Keys that move money act on it only: a stray press elsewhere does nothing. */
const focusedCase = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];

const focusRow = (id: string): void => {
  const row = document.querySelector<HTMLElement>(`[data-case="${CSS.escape(id)}"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
};

/** The inbox of drinks that were paid for and not poured, and those that are settled. */
export default function FailuresScreen() {
  const search = useSearch({ from: '/failures' });
  const navigate = useNavigate();
  const { state: venues, active, isLost, isPending, retry } = useVenues();
  const venueId = active?.id ?? '';
  useLiveRefresh(active?.id, 0);
  const timezone = useVenueTimezone(active?.id);
  const { from, to, part } = readCaseFilters(search);
  const { rules } = useNightRules(active?.id);
  const hasDays = from !== null || to !== null;
  const state = search.state === 'resolved' ? 'resolved' : 'open';
  const isBeside = useMedia('(min-width: 64em)');
  const { data, dataUpdatedAt, error, isPlaceholderData, refetch, status, footKey } = useListPage(
    {
      ...casesQuery(venueId, {
        state,
        before: search.before,
        part,
        from: from ?? undefined,
        to: to ?? undefined,
        timezone: hasDays && rules === null ? timezone : undefined,
      }),
      enabled: active !== undefined && (!hasDays || rules !== undefined),
    },
    'failed pours',
    [venues],
  );
  const settlements = useSettling(venueId);
  const { byCase, undo, undoLast } = settlements;
  const settle = (ids: readonly string[], settlement: CaseSettlement) => {
    setSettledHere((before) => new Set([...before, ...ids]));
    settlements.settle(ids, settlement);
  };

  const cases = useMemo(() => inGroups(data), [data]);
  const has = (id: string): boolean => cases.some((one) => one.id === id);
  const [settledHere, setSettledHere] = useState<ReadonlySet<string>>(new Set());
  const isLeft = (id: string): boolean => settledHere.has(id) && !has(id);
  const list = [venueId, state, part, from, to, search.before].join(' ');
  // Beside the list, the first case is shown. It stays the same one while others arrive or are settled elsewhere.
  const [first, setFirst] = useState<{ list: string; id: string }>();
  const isFirstKnown = first?.list === list && !isLeft(first.id);
  if (cases[0] && !isPlaceholderData && !isFirstKnown) setFirst({ list, id: cases[0].id });
  const named = search.case !== undefined && !isLeft(search.case) ? search.case : undefined;
  const shownId = named ?? (isBeside && isFirstKnown ? first.id : undefined);
  const shown = cases.find(({ id }) => id === shownId);
  const filters = { part, from: from ?? undefined, to: to ?? undefined };
  const open = (more: FailuresSearch) =>
    void navigate({
      to: '.',
      href: paths.failures({
        venue: venueId,
        state,
        before: search.before,
        ...filters,
        ...more,
      }),
      replace: more.case !== undefined && isBeside,
      resetScroll: more.case === undefined,
    });
  const openFirst = (more: FailuresSearch) => open({ before: undefined, case: undefined, ...more });
  const select = (one: PourCase | undefined) => {
    if (!one || isPlaceholderData) return;
    open({ case: one.id });
    focusRow(one.id);
  };
  const move = (by: 1 | -1) => {
    const at = cases.findIndex(({ id }) => id === shown?.id);
    select(cases[Math.max(0, Math.min(cases.length - 1, at + by))]);
  };
  /** Settles the case and goes on to the next one that waits for a decision. */
  const settleShown = (one: PourCase, settlement: CaseSettlement) => {
    settle([one.id], settlement);
    const isWaiting = ({ id, state: now }: PourCase) =>
      id !== one.id && now === 'open' && !byCase.has(id);
    const at = cases.indexOf(one);
    const next = cases.slice(at + 1).find(isWaiting) ?? cases.slice(0, at).findLast(isWaiting);
    if (isBeside) select(next ?? one);
    else open({ case: undefined });
  };
  const settleFocused = (can: (one: PourCase) => boolean, settlement: CaseSettlement) => {
    const id = focusedCase();
    const one = cases.find((other) => other.id === id && other.state === 'open');
    if (one && !byCase.has(one.id) && can(one)) settleShown(one, settlement);
  };
  useScreenKeys({
    j: { label: 'Next drink', act: () => move(1) },
    k: { label: 'Previous drink', act: () => move(-1) },
    r: {
      label: 'Refund the drink whose row has the focus',
      act: () => settleFocused(canRefund, { resolution: 'refunded' }),
    },
    m: {
      label: 'The drink whose row has the focus was made again',
      act: () => settleFocused(() => may('cases.settle'), { resolution: 'remade' }),
    },
    u: {
      label: 'Undo the last one, from a row, until it is sent',
      act: () => focusedCase() !== undefined && undoLast(),
    },
  });

  const detail = shown ? (
    <CaseDetail
      one={shown}
      timezone={timezone}
      settling={byCase.get(shown.id)}
      onSettle={(settlement) => settleShown(shown, settlement)}
      onUndo={() => undo(shown.id)}
    />
  ) : (
    shownId !== undefined &&
    data &&
    !isPlaceholderData && <output className="block dim">{caseMessages.gone}</output>
  );
  // Already while the venue loads, so that what is below does not move.
  const isVenueShown = active !== undefined || (isPending && !isLost);
  const isEmpty = (data && cases.length === 0) || (!isPending && !isLost && !active);
  return (
    <>
      <IssueHeader
        tab="failedPours"
        venueId={active?.id}
        context={
          <ContextLine long>
            Drinks that were paid for and not poured
            {data && !isPlaceholderData && (
              <Refreshed
                ms={dataUpdatedAt}
                timezone={timezone}
                problem={error && errorMessage(error)}
              />
            )}
          </ContextLine>
        }
        actions={
          <SegmentedChoice
            label="Cases"
            options={tabs}
            value={part === undefined || part === 'owed' ? state : 'resolved'}
            onChange={(tab) => openFirst({ state: tab, part: undefined })}
          />
        }
      />
      {isLost && <LoadError what="venues" onRetry={retry} />}
      {error && !data && <LoadError what="failed pours" error={error} onRetry={refetch} />}
      {isVenueShown && may('reports.read') && (
        <CaseFigures venueId={active?.id} timezone={timezone} days={{ from, to }} />
      )}
      {isVenueShown && <RefundPolicyLine venueId={active?.id} />}
      {isVenueShown && (
        <CaseDays
          days={{ from, to }}
          onChange={(days) => openFirst({ from: days.from ?? undefined, to: days.to ?? undefined })}
        />
      )}
      {status === 'loading' && !error && !isLost && <CaseSkeleton />}
      {isEmpty && (
        <Card>
          <EmptyState icon={IconGlassFull}>
            {part !== undefined || hasDays
              ? 'There are no such cases.'
              : state === 'open'
                ? 'Every drink that was paid for was poured, or is settled.'
                : 'No failed drink has been settled yet.'}
          </EmptyState>
        </Card>
      )}
      {data && cases.length > 0 && (
        <div key={footKey} className={styles['columns']}>
          <Card flush>
            {part !== undefined && data.sum && (
              <CasesOfPart
                part={part}
                sum={data.sum}
                onAll={() => openFirst({ part: undefined })}
              />
            )}
            <CaseList
              part={part}
              cases={cases}
              groups={data.groups}
              selectedId={shown?.id}
              timezone={timezone}
              settlements={{ ...settlements, settle }}
              onSelect={(id) => open({ case: id })}
            />
            {(search.before !== undefined || cases.length === pageSize) && (
              <CursorPager
                of="cases"
                isFirst={search.before === undefined}
                isLast={cases.length < pageSize}
                onFirst={() => openFirst({})}
                onOlder={() => open({ before: cases.at(-1)?.id, case: undefined })}
              />
            )}
          </Card>
          {isBeside && (
            <div className={styles['beside']}>
              <Card>{detail}</Card>
            </div>
          )}
        </div>
      )}
      {!isBeside && detail && (
        <SideDrawer
          label={shown?.drink ?? 'Failed drink'}
          side="end"
          onClose={() => open({ case: undefined })}
        >
          <div className={styles['drawer']}>
            <CloseButton
              size={44}
              className={styles['close'] ?? ''}
              onClick={() => open({ case: undefined })}
            />
            {detail}
          </div>
        </SideDrawer>
      )}
    </>
  );
}

/** Cases of a page in the order in which the groups show them. */
const inGroups = (page: { cases: PourCase[]; groups: { id: string }[] } | undefined): PourCase[] =>
  page?.groups.flatMap(({ id }) => page.cases.filter(({ groupId }) => groupId === id)) ?? [];

const RefundPolicyDialog = lazyDialog(
  'Automatic refunds',
  () => import('./refund-policy-dialog.tsx'),
);

/** `Automatic refunds after 10 min, up to $200.00 a night; $18.00 tonight`. Amounts may be hidden. */
function policyText({ policy, delayMinutes, cap, refundedTonight }: RefundPolicy): string {
  if (policy === 'off') return 'Automatic refunds are off.';
  const when = delayMinutes === 0 ? 'at once' : `after ${delayMinutes} min`;
  if (cap === undefined || refundedTonight === undefined) return `Automatic refunds ${when}.`;
  const tonight = refundedTonight > 0 ? `; ${formatMoney(refundedTonight)} tonight` : '';
  return `Automatic refunds ${when}, up to ${formatMoney(cap)} a night${tonight}.`;
}

interface RefundPolicyLineProps {
  /** Undefined while loading. */
  readonly venueId: string | undefined;
}

/** What is refunded automatically at a venue, and for those who may a way to change it. */
export function RefundPolicyLine({ venueId }: RefundPolicyLineProps) {
  const { data, error, refetch } = useQuery({
    ...refundPolicyQuery(venueId ?? ''),
    enabled: venueId !== undefined,
  });
  const [isOpen, setOpen] = useState(false);
  if (error && !data) return <LoadError what="automatic refunds" error={error} onRetry={refetch} />;
  return (
    <div className={styles['policy']}>
      <p>{data ? policyText(data) : <SkeletonLine width={40} />}</p>
      {may('settings.write') && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={data === undefined}
          onClick={() => setOpen(true)}
        >
          Change automatic refunds
        </Button>
      )}
      {isOpen && data && venueId !== undefined && (
        <RefundPolicyDialog venueId={venueId} policy={data} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
