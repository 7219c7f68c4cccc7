/** Actions on one drink of a sale: refund and diagnosis. */
import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatMoney, toCents } from '../../../../lib/money.ts';
import { type RefundableLine, refundParts } from '../../../../rules/refunds/refund.ts';
import { isRefunded } from '../../../../rules/refunds/is-refunded.ts';
import { refundMessages } from '../../../../rules/refunds/refund-messages.ts';
import { unitTitle } from '../../../../rules/units/unit-names.ts';
import { errorMessage } from '../../../api/api-error.ts';
import {
  diagnosisOf,
  diagnosisQuery,
  refundLimitQuery,
  requestRefund,
} from '../../../api/refunds.ts';
import type { Sale, SoldDrink } from '../../../api/reports.ts';
import { useUnits, useVenues } from '../../../context/use-venues.ts';
import type { SaleRow } from '../report/sale-rows.ts';
import { may } from '../../../session/permissions.ts';
import { currentSession } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorLine, SkeletonLine } from '../../../ui/page.tsx';
import { notify } from '../../../ui/toasts.tsx';
import styles from './drink-actions.module.css';

export default function DrinkActions({ row }: { readonly row: SaleRow }) {
  const [diagnosing, setDiagnosing] = useState(false);
  const diagnosis = diagnosisOf(row.drink);
  return (
    <span className={styles['actions']}>
      {may('refunds.create') && <RefundButton sale={row.sale} index={row.index} />}
      {diagnosis !== null && (
        <ActionIcon
          size="sm"
          aria-label={`Diagnose ${row.drink.name}`}
          title="Diagnose"
          onClick={() => setDiagnosing(true)}
        >
          <IconStethoscope size={16} stroke={1.6} />
        </ActionIcon>
      )}
      {diagnosing && diagnosis !== null && (
        <DiagnosisDialog row={row} by={diagnosis} onClose={() => setDiagnosing(false)} />
      )}
    </span>
  );
}

// Refund of one drink of a sale, in two steps: the first press shows what goes back, the second sends it.

interface RefundButtonProps {
  readonly sale: Pick<Sale, 'id' | 'drinks' | 'refundTo'>;
  /** Ordinal of the drink in the sale, from 0. */
  readonly index: number;
}

/** After this time the question is taken back; nothing else depends on it. */
const questionMs = 5_000;

const lineOf = (drink: SoldDrink): RefundableLine => ({
  priceCents: toCents(drink.price) * drink.quantity,
  taxCents: toCents(drink.tax),
  tipCents: toCents(drink.tips),
  quantity: drink.quantity,
  taken: {
    glasses: drink.refundedQuantity ?? 0,
    taxCents: toCents(drink.refundedTax ?? 0),
    tipCents: toCents(drink.refundedTips ?? 0),
  },
  state: isRefunded(drink) ? 'refunded' : drink.refund === 'requested' ? 'requested' : 'paid',
});

/** Moves the focus of a button that goes away to the row that it was in. */
function useFocusKept(button: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = button.current;
    const around = element?.closest<HTMLElement>('[tabindex]');
    return () => {
      if (element && document.activeElement === element) around?.focus();
    };
  }, [button]);
}

/** Whether the question is shown; it is taken back after a while. */
function useQuestion(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(setShown, questionMs, false);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown, setShown];
}

/** Sends the refund once, however often it is called meanwhile. */
function useRefund({ id, drinks, refundTo }: RefundButtonProps['sale'], index: number) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const busy = useRef(false);
  const about = `refund ${id} ${index}`;
  const name = drinks[index]?.name ?? '';

  const send = async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(null);
    try {
      const { status, message, amount } = await requestRefund(id, index);
      const isBack = status === 'refunded';
      const toCard = isBack && refundTo !== 'cash';
      const text = toCard ? refundMessages.drinkRefunded(name, formatMoney(amount)) : message;
      notify(text, isBack ? 'success' : 'info', about);
    } catch (error) {
      setProblem(errorMessage(error));
      notify(refundMessages.requestFailed, 'error', about);
    }
    busy.current = false;
    setSending(false);
  };
  return { isSending, problem, send };
}

/** What is left of the limit of a manager: " · $38.20 left today". Nothing until it is known. */
function LimitLeft() {
  const { data } = useQuery(refundLimitQuery());
  return data?.left == null ? null : ` · ${refundMessages.left(formatMoney(data.left))}`;
}

function Control({ sale, index }: RefundButtonProps) {
  const [isArmed, setArmed] = useQuestion();
  const { isSending, problem, send } = useRefund(sale, index);
  const button = useRef<HTMLButtonElement>(null);
  useFocusKept(button);
  const drink = sale.drinks[index];
  const parts = refundParts(sale.drinks.map(lineOf), { index });
  if (!drink) return null;
  const isFree = 'refusal' in parts;
  const question = isFree ? '' : refundMessages.question(parts);
  const { refundedQuantity, quantity } = drink;
  const earlier = refundedQuantity && refundMessages.glassesRefunded(refundedQuantity, quantity);
  const target = [refundMessages.goesTo[sale.refundTo], earlier].filter(Boolean).join(' · ');
  const left = currentSession()?.claims.role === 'manager' && <LimitLeft />;

  const press = (event: MouseEvent) => {
    if (isSending || isFree) return;
    // The second click of a double click does not answer a question that nobody has read.
    if (event.detail > 1) return;
    setArmed(!isArmed);
    if (isArmed) void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is held down presses once.
    if (event.repeat) event.preventDefault();
    if (event.key !== 'Escape' || !isArmed) return;
    event.preventDefault();
    event.stopPropagation();
    setArmed(false);
  };
  return (
    <span className={styles['refund']}>
      <UnstyledButton
        ref={button}
        className={styles['button'] ?? ''}
        data-asked={isArmed}
        data-loading={isSending}
        aria-disabled={isSending}
        disabled={isFree}
        title={isFree ? refundMessages.nothingToRefund : undefined}
        aria-label={isArmed || isSending ? undefined : `Request refund of ${drink.name}`}
        onClick={press}
        onKeyDown={onKeyDown}
        onBlur={() => setArmed(false)}
      >
        {isArmed ? (
          <>
            <span className="semibold">{question}</span>
            <span className="text-12">
              {target}
              {left}
            </span>
          </>
        ) : (
          <span>{isSending ? refundMessages.sending : 'Refund'}</span>
        )}
      </UnstyledButton>
      <output className="sr-only">
        {isArmed && (
          <>
            {`${drink.name}. ${question}. ${target}`}
            {left}
            {`. ${refundMessages.pressAgain}.`}
          </>
        )}
      </output>
      {problem !== null && (
        <span role="alert" className={styles['problem']}>
          {problem}
        </span>
      )}
      {problem === null && drink.refund === 'failed' && (
        <span className={styles['problem']}>{refundMessages.lastFailed}</span>
      )}
    </span>
  );
}

/** Nothing for a refunded drink; a note while its refund is in progress. */
export function RefundButton({ sale, index }: RefundButtonProps) {
  const drink = sale.drinks[index];
  if (!drink || isRefunded(drink)) return null;
  if (drink.refund === 'requested') {
    return <span className="dim text-13">{refundMessages.inProgress}</span>;
  }
  return <Control sale={sale} index={index} />;
}

interface DiagnosisDialogProps {
  readonly row: SaleRow;
  readonly by: Parameters<typeof diagnosisQuery>[0];
  readonly onClose: () => void;
}

/** Diagnosis reasons as a numbered list, most likely first. */
export function DiagnosisDialog({ row: { sale, drink }, by, onClose }: DiagnosisDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(diagnosisQuery(by, sale.id, drink._id));
  const unit = useUnitTitle(sale.unitNumber);
  const isFailure = by === 'diagnosePouringFailure';
  return (
    <Dialog title={`Diagnosis of ${drink.name}`} onClose={onClose}>
      <p className="dim text-13">
        {isFailure
          ? 'Nothing was poured.'
          : isRefunded(drink)
            ? 'It was poured and paid, then refunded.'
            : 'It was poured and not paid for.'}{' '}
        {unit}.
      </p>
      <div className={styles['reasons']}>
        {isFetching && !data && <SkeletonLine width={34} />}
        {error && !isFetching && (
          <ErrorLine onRetry={() => void refetch()}>{refundMessages.noDiagnosis[by]}</ErrorLine>
        )}
        {data?.length === 0 && <p>{refundMessages.noReasons}</p>}
        {data && data.length > 0 && (
          <ol>
            {data.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ol>
        )}
      </div>
      <div className="flex justify-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** Title of a unit of the active venue; its number alone while the units are loading, or when it is gone. */
export function useUnitTitle(unitNumber: number): string {
  const { active } = useVenues();
  const { units } = useUnits(active?.id);
  return unitTitle(
    units.find((unit) => unit.unitNumber === unitNumber) ?? { unitNumber, name: null },
  );
}
