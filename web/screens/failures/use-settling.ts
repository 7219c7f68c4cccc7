/** Settles cases five seconds after they were chosen, so that the choice can be taken back before anything is sent. */
import { useCallback, useMemo, useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import {
  caseMessages,
  resolutionLabels,
  settlingLabel,
} from '../../../rules/cases/case-messages.ts';
import { isOfStaff, type Resolution } from '../../../rules/cases/cases.ts';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type CaseSettlement, type PourCase, settleCases } from '../../api/cases.ts';
import {
  aboutCases,
  addSettlement,
  showOutcomes,
  waitingSettlements,
} from '../../api/settlement-queue.ts';
import { isServerReached } from '../../api/waiting-queue.ts';
import { useGracePeriod } from '../../components/use-grace-period.ts';
import { may } from '../../session/permissions.ts';
import { currentSession } from '../../session/session.ts';
import { useSharedValue } from '../../ui/hooks.ts';
import { notify } from '../../ui/toasts.tsx';

/** Cases that are settled together. */
export interface Settling extends CaseSettlement {
  readonly ids: readonly string[];
  /** waiting: it can be taken back; kept: on this device, until there is a network. */
  readonly phase: 'waiting' | 'sending' | 'kept';
}

export interface Settlements {
  /** By the id of the case. */
  readonly byCase: ReadonlyMap<string, Settling>;
  readonly settle: (ids: readonly string[], settlement: CaseSettlement) => void;
  /** Takes back what one case waits for, and all that are settled with it. */
  readonly undo: (id: string) => void;
  /** Takes back the last choice that waits; returns false without any. */
  readonly undoLast: () => boolean;
}

const settlementOf = ({ resolution, note, wholeLine }: Settling): CaseSettlement => ({
  resolution,
  ...(note ? { note } : {}),
  ...(wholeLine === undefined ? {} : { wholeLine }),
});

/** Leaving the screen or the page, signing out and choosing another venue send what waits. */
export function useSettling(venueId: string): Settlements {
  const [all, setAll] = useState<readonly Settling[]>([]);

  const forget = useCallback(
    (one: Settling) => setAll((now) => now.filter((other) => other !== one)),
    [],
  );

  const send = useCallback(
    async (waiting: Settling) => {
      const { ids, resolution, note } = waiting;
      const sending: Settling = { ...waiting, phase: 'sending' };
      setAll((now) => now.map((other) => (other === waiting ? sending : other)));
      const userId = currentSession()?.claims.sub;
      if (userId !== undefined && isOfStaff(resolution)) {
        await addSettlement(userId, { venueId, ids, resolution, ...(note && { note }) });
        return forget(sending);
      }
      try {
        showOutcomes(ids, await settleCases(venueId, ids, settlementOf(waiting)));
      } catch (error) {
        notify(errorMessage(error), 'error', aboutCases(ids));
      }
      forget(sending);
    },
    [forget, venueId],
  );
  const { start, cancel, waiting } = useGracePeriod(send);

  const settle = useCallback(
    (ids: readonly string[], settlement: CaseSettlement) => {
      if (settlement.resolution === 'refunded' && !navigator.onLine)
        return notify(refundMessages.needsNetwork, 'info', 'refund without a network');
      const one: Settling = { ids, ...settlement, phase: 'waiting' };
      start(one);
      setAll((now) => [...now, one]);
    },
    [start],
  );

  const takeBack = useCallback(
    (one: Settling) => {
      cancel(one);
      forget(one);
    },
    [cancel, forget],
  );
  const undo = useCallback(
    (id: string) => {
      for (const one of waiting()) if (one.ids.includes(id)) takeBack(one);
    },
    [takeBack, waiting],
  );
  const undoLast = useCallback(() => {
    const last = waiting().at(-1);
    if (last) takeBack(last);
    return last !== undefined;
  }, [takeBack, waiting]);

  const kept = useSharedValue(waitingSettlements);
  const isReached = useSharedValue(isServerReached);
  const byCase = useMemo(() => {
    const own = kept.filter((one) => one.venueId === venueId);
    const phase = isReached ? 'sending' : 'kept';
    const shown = [...own.map((one): Settling => ({ ...one, phase })), ...all];
    return new Map(shown.flatMap((one) => one.ids.map((id) => [id, one] as const)));
  }, [all, isReached, kept, venueId]);
  return useMemo(() => ({ byCase, settle, undo, undoLast }), [byCase, settle, undo, undoLast]);
}

/** `Made again`, also where it waits for the network. */
export const settlingText = ({ resolution, phase }: Settling): string =>
  phase === 'kept'
    ? `${settlingLabel(resolution)}, ${caseMessages.waits}`
    : settlingLabel(resolution);

/** Dollars that a refund of the glasses that were not poured gives back; undefined where amounts are hidden. */
export const refundDollars = ({ refundAmount }: PourCase): number | undefined => refundAmount;

/** Label of the refund of the whole line, where that is more; null where all glasses that are paid for were not poured. */
export function wholeRefundLabel(one: PourCase): string | null {
  if (!canRefund(one)) return null;
  const { amount, beyondOwed } = one.wholeLine;
  if (amount <= (refundDollars(one) ?? 0)) return null;
  return caseMessages.refundWholeLine(formatMoney(beyondOwed));
}

/** Whether the user may refund the case: not a free drink, nor one whose card provider is not known. */
export const canRefund = (one: PourCase): boolean =>
  may('refunds.create') &&
  one.state === 'open' &&
  one.refundTo !== 'unknown' &&
  (refundDollars(one) ?? 0) > 0;

/** Rarer resolutions that the user may record. */
export const otherResolutions = (): { resolution: Resolution; label: string }[] =>
  (['meter', 'kept', 'declined'] as const)
    .filter((resolution) => resolution === 'meter' || may('refunds.create'))
    .map((resolution) => ({ resolution, label: resolutionLabels[resolution] }));
