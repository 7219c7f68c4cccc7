import { Button, UnstyledButton } from '@mantine/core';
import { formatMoney } from '../../../lib/money.ts';
import { resolutionLabels, settlingLabel } from '../../../rules/cases/case-messages.ts';
import { causeText, drinksText, failedText, timesText } from '../../../rules/cases/case-text.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { CaseGroup, PourCase } from '../../api/cases.ts';
import { may } from '../../session/permissions.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { useNow } from '../../ui/now.ts';
import styles from './case-list.module.css';
import { refundDollars } from './case-facts.ts';
import type { Settlements } from './use-settling.ts';

interface CaseListProps {
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
  isSelected,
  timezone,
  settlements: { byCase, undo },
  onSelect,
}: Omit<CaseListProps, 'cases' | 'groups' | 'selectedId'> & {
  readonly one: PourCase;
  readonly isSelected: boolean;
}) {
  const settling = byCase.get(one.id);
  const state = settling ? settlingLabel(settling.resolution) : stateText(one);
  const glasses = one.quantity > 1 && failedText(one);
  return (
    <li className={styles['row']} data-selected={isSelected}>
      <UnstyledButton
        className={styles['choose'] ?? ''}
        data-case={one.id}
        aria-current={isSelected}
        onClick={() => onSelect(one.id)}
      >
        <span className={styles['time']}>{timeThereText(Date.parse(one.soldAt), timezone)}</span>
        <span className={styles['what']}>
          <span className={styles['drink']}>
            <bdi>{one.drink}</bdi>
            {one.isDouble && ', double'}
          </span>
          <span className={styles['hint']}>{[glasses, state].filter(Boolean).join(' · ')}</span>
        </span>
        {one.owed !== undefined && <span className={styles['owed']}>{formatMoney(one.owed)}</span>}
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
                <h2 className={styles['cause']}>{causeText(group)}</h2>
                <p className={styles['hint']}>
                  {[
                    unitTitle({ unitNumber: group.unitNumber, name: group.unitName }),
                    drinksText(group.glasses),
                    timesText(fromMs, toMs, timezone, nowMs),
                  ].join(' · ')}
                </p>
              </div>
              {group.owed !== undefined && (
                <span className={styles['sum']}>{formatMoney(group.owed)}</span>
              )}
              {may('cases.settle') && open.length > 1 && (
                <GroupActions group={group} cases={open} settle={settlements.settle} />
              )}
            </div>
            <ul className={styles['rows']}>
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
