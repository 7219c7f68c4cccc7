import { Button, UnstyledButton } from '@mantine/core';
import { formatMoney } from '../../../lib/money.ts';
import {
  causeText,
  drinksText,
  failedText,
  resolutionLabels,
  timesText,
} from '../../../rules/cases/case-messages.ts';
import { amountOfPart, type LedgerPart } from '../../../rules/cases/ledger-parts.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { CaseGroup, PourCase } from '../../api/cases.ts';
import { refundDollars, type Settlements, settlingText } from './use-settling.ts';
import { may } from '../../session/permissions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './case-list.module.css';
import failuresStyles from './failures-screen.module.css';

interface CaseListProps {
  /** Figure whose shares are shown; otherwise what is owed. */
  readonly part: LedgerPart | undefined;
  readonly cases: readonly PourCase[];
  readonly groups: readonly CaseGroup[];
  readonly selectedId: string | undefined;
  /** IANA name. */
  readonly timezone: string;
  readonly settlements: Settlements;
  readonly onSelect: (id: string) => void;
}

/** State of a case in a few words; null for one that waits for a decision. */
function stateText({ state, resolution, refund, settledBy, automatic }: PourCase): string | null {
  if (resolution !== null)
    return [resolutionLabels[resolution], automatic ? 'automatically' : settledBy]
      .filter(Boolean)
      .join(' · ');
  if (state === 'refunding') return 'Refund in progress';
  return refund?.state === 'failed' ? 'Refund declined' : null;
}

function Row({
  one,
  part,
  isSelected,
  timezone,
  settlements: { byCase, undo },
  onSelect,
}: Omit<CaseListProps, 'cases' | 'groups' | 'selectedId'> & {
  readonly one: PourCase;
  readonly isSelected: boolean;
}) {
  const settling = byCase.get(one.id);
  const state = settling ? settlingText(settling) : stateText(one);
  const amount = part === undefined ? one.owed : amountOfPart(part, one);
  const glasses = one.quantity > 1 && failedText(one);
  return (
    <li className={styles['row']} data-row={one.id} data-selected={isSelected}>
      <UnstyledButton
        className={styles['choose'] ?? ''}
        data-case={one.id}
        aria-current={isSelected}
        onClick={() => onSelect(one.id)}
      >
        <span className={styles['time']}>{timeThereText(Date.parse(one.soldAt), timezone)}</span>
        <span className={styles['what']}>
          <span className="break-anywhere">
            <bdi>{one.drink}</bdi>
            {one.isDouble && ', double'}
          </span>
          <span className="dim text-13 no-margin">
            {[glasses, state].filter(Boolean).join(' · ')}
          </span>
        </span>
        {amount !== undefined && <span className="nowrap">{formatMoney(amount)}</span>}
      </UnstyledButton>
      {settling?.phase === 'waiting' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Undo for ${one.drink}`}
          onClick={() => undo(one.id)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

/** Settles the cases of a group that are on the page and open. */
function GroupActions({
  group,
  cases,
  settle,
}: {
  readonly group: CaseGroup;
  readonly cases: readonly PourCase[];
  readonly settle: Settlements['settle'];
}) {
  const ids = cases.map(({ id }) => id);
  const dollars = cases.reduce((sum, one) => sum + (refundDollars(one) ?? 0), 0);
  const refundable = cases.every(({ refundTo }) => refundTo !== 'unknown');
  return (
    <ActionMenu
      label={`Actions for ${causeText(group)}`}
      about={causeText(group)}
      actions={[
        ...(may('refunds.create') && refundable && dollars > 0
          ? [
              {
                label: `Refund all ${ids.length}, ${formatMoney(dollars)}`,
                onSelect: () => settle(ids, { resolution: 'refunded' }),
              },
            ]
          : []),
        {
          label: `All ${ids.length} made again`,
          onSelect: () => settle(ids, { resolution: 'remade' }),
        },
        {
          label: `All ${ids.length} were served`,
          onSelect: () => settle(ids, { resolution: 'meter' }),
        },
      ]}
    />
  );
}

/** Cases of a page below the headings of their groups. */
export function CaseList({ cases, groups, selectedId, ...rest }: CaseListProps) {
  const { timezone, settlements } = rest;
  const nowMs = useNow();
  return (
    <ul className={styles['groups']}>
      {groups.map((group) => {
        const own = cases.filter(({ groupId }) => groupId === group.id);
        const open = own.filter(({ id, state }) => state === 'open' && !settlements.byCase.has(id));
        const [fromMs, toMs] = [Date.parse(group.from), Date.parse(group.to)];
        return (
          <li key={group.id}>
            <div className={styles['head']}>
              <div className={styles['what']}>
                <h2 className="text-15 semibold break-anywhere no-margin">{causeText(group)}</h2>
                <p className="dim text-13 no-margin">
                  {[
                    unitTitle({ unitNumber: group.unitNumber, name: group.unitName }),
                    drinksText(group.glasses),
                    timesText(fromMs, toMs, timezone, nowMs),
                  ].join(' · ')}
                </p>
              </div>
              {group.owed !== undefined && (
                <span className="semibold nowrap">{formatMoney(group.owed)}</span>
              )}
              {may('cases.settle') && open.length > 1 && (
                <GroupActions group={group} cases={open} settle={settlements.settle} />
              )}
            </div>
            <ul>
              {own.map((one) => (
                <Row key={one.id} one={one} isSelected={one.id === selectedId} {...rest} />
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

/** The list of cases while it loads. */
export function CaseSkeleton() {
  return (
    <div className={failuresStyles['columns']} aria-busy="true">
      <span className="sr-only">Loading</span>
      <Card flush>
        <div className={styles['head']}>
          <div className={styles['what']}>
            <span className="text-15 semibold break-anywhere no-margin">
              <SkeletonLine width={26} />
            </span>
            <span className="dim text-13 no-margin">
              <SkeletonLine width={34} />
            </span>
          </div>
        </div>
        {[18, 14, 20, 16].map((width) => (
          <div key={width} className={styles['row']}>
            <div className={styles['choose']}>
              <span className={styles['time']} />
              <span className={styles['what']}>
                <SkeletonLine width={width} />
              </span>
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}

type Pour = PourCase['pours'][number];

const outcomeLabels: Readonly<Record<Pour['outcome'], string>> = {
  poured: 'poured',
  partial: 'stopped early',
  empty: 'empty',
  blocked: 'blocked',
  timeout: 'too slow',
  cancelled: 'cancelled',
};

/** `12 of 45 ml`. */
const mlText = ({ ml, wantedMl }: Pour): string => {
  const poured = Math.round(ml * 10) / 10;
  return wantedMl === null ? `${poured} ml` : `${poured} of ${Math.round(wantedMl)} ml`;
};

/** Each pour of a drink as a bar of what was poured against what was wanted. */
export function PourBars({ pours }: { readonly pours: readonly Pour[] }) {
  return (
    <ul className="stack gap-10">
      {pours.map((pour, index) => (
        // Pours have no ids, and do not move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles['pour']} data-failed={pour.outcome !== 'poured'}>
          <span className="shrink break-anywhere">
            <bdi>{pour.ingredient}</bdi>
            <span className={styles['pourBarsHint']}>{` · position ${pour.position}`}</span>
          </span>
          <span className={styles['numbers']}>
            {`${mlText(pour)} · ${outcomeLabels[pour.outcome]}`}
          </span>
          <span className={styles['well']} aria-hidden="true">
            <span
              className={styles['level']}
              style={{
                width: `${Math.min(100, (100 * pour.ml) / (pour.wantedMl || pour.ml || 1))}%`,
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
