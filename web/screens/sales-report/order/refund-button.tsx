/**
 * Refund of one drink of a sale: the first press shows what goes back, the second starts it, and for five seconds it can
 * be undone.
 */
import { Button, UnstyledButton } from '@mantine/core';
import {
  type FocusEvent,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatMoney, toCents } from '../../../../lib/money.ts';
import { isRefunded } from '../../../../rules/refunds/is-refunded.ts';
import { type RefundableLine, refundParts } from '../../../../rules/refunds/refund.ts';
import { refundMessages } from '../../../../rules/refunds/refund-messages.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { requestRefund } from '../../../api/refunds.ts';
import type { Sale, SoldDrink } from '../../../api/reports.ts';
import { useGracePeriod } from '../../../components/use-grace-period.ts';
import { pressedPart } from '../../../ui/lazy-dialog.tsx';
import { notify } from '../../../ui/toasts.tsx';
import styles from './refund-button.module.css';

const RefundQuestion = pressedPart(() => import('./refund-question.tsx'));

interface RefundButtonProps {
  readonly sale: Pick<Sale, 'id' | 'drinks' | 'refundTo'>;
  /** Ordinal of the drink in the sale, from 0. */
  readonly index: number;
  readonly prominent?: boolean;
}

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

/** Moves the focus of a control that goes away to the row that it was in. */
function useFocusKept(control: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = control.current;
    const around = element?.closest<HTMLElement>('[tabindex]');
    return () => {
      if (element?.contains(document.activeElement)) around?.focus();
    };
  }, [control]);
}

/** idle, then asked; waiting while it can be undone, then sending. */
type Phase = 'idle' | 'asked' | 'waiting' | 'sending';

/** Sends the refund once, however often it is started meanwhile. */
function useRefund({ id, drinks, refundTo }: RefundButtonProps['sale'], index: number) {
  const [phase, setPhase] = useState<Phase>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const about = `refund ${id} ${index}`;
  const name = drinks[index]?.name ?? '';

  const send = useCallback(async () => {
    setPhase('sending');
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
    setPhase('idle');
  }, [about, id, index, name, refundTo]);
  const { start, cancel } = useGracePeriod(send);

  return {
    phase,
    problem,
    ask: () => setPhase('asked'),
    keep: () => setPhase((now) => (now === 'asked' ? 'idle' : now)),
    start: () => {
      setProblem(null);
      setPhase('waiting');
      start(about);
    },
    undo: () => {
      cancel(about);
      setPhase('idle');
    },
  };
}

function Control({ sale, index, prominent = false }: RefundButtonProps) {
  const { phase, problem, ask, keep, start, undo } = useRefund(sale, index);
  const control = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFocusKept(control);
  const drink = sale.drinks[index];
  const parts = refundParts(sale.drinks.map(lineOf), { index });
  // Each phase has another control; the focus goes on to it unless it has left.
  const shown = useRef(phase);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (shown.current !== phase && phase !== 'asked' && isLost) button.current?.focus();
    shown.current = phase;
  }, [phase]);
  if (!drink) return null;
  const isFree = 'refusal' in parts;
  const amountCents = isFree ? 0 : parts.amountCents;
  const { refundedQuantity, quantity } = drink;
  const press = () =>
    navigator.onLine ? ask() : notify(refundMessages.needsNetwork, 'info', sale.id);
  const earlier = refundedQuantity && refundMessages.glassesRefunded(refundedQuantity, quantity);
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is held down presses once.
    if (event.repeat) event.preventDefault();
    if (event.key !== 'Escape' || phase !== 'asked') return;
    event.preventDefault();
    event.stopPropagation();
    keep();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) keep();
  };
  return (
    // The keys go to the buttons inside, which are interactive themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span ref={control} className={styles['refund']} onKeyDown={onKeyDown} onBlur={leave}>
      {phase === 'waiting' && (
        <>
          <output className="text-13">{refundMessages.sending(amountCents)}</output>
          <Button
            ref={button}
            variant="default"
            size="compact-sm"
            aria-label={`Undo refund of ${drink.name}`}
            onClick={undo}
          >
            Undo
          </Button>
        </>
      )}
      {phase !== 'waiting' && (
        <UnstyledButton
          ref={button}
          className={styles['button'] ?? ''}
          data-prominent={prominent}
          data-loading={phase === 'sending'}
          aria-disabled={phase === 'sending'}
          aria-expanded={phase === 'sending' ? undefined : phase === 'asked'}
          disabled={isFree}
          title={isFree ? refundMessages.nothingToRefund : undefined}
          aria-label={phase === 'sending' ? undefined : `Request refund of ${drink.name}`}
          onClick={phase === 'idle' && !isFree ? press : undefined}
        >
          {phase === 'sending' ? refundMessages.sending(amountCents) : 'Refund'}
        </UnstyledButton>
      )}
      {phase === 'asked' && !isFree && (
        <Suspense>
          <RefundQuestion
            name={drink.name}
            question={refundMessages.question(parts)}
            target={[refundMessages.goesTo[sale.refundTo], earlier].filter(Boolean).join(' · ')}
            send={refundMessages.send(amountCents)}
            onSend={start}
            onKeep={keep}
          />
        </Suspense>
      )}
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
export function RefundButton(props: RefundButtonProps) {
  const drink = props.sale.drinks[props.index];
  if (!drink || isRefunded(drink)) return null;
  if (drink.refund === 'requested') {
    return <span className="dim text-13">{refundMessages.inProgress}</span>;
  }
  return <Control {...props} />;
}
