import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatCents, toCents } from '../../../lib/money.ts';
import { CallError, sentenceOf } from '../../api/api-error.ts';
import { addOrder } from '../../api/orders.ts';
import type { NewOrder } from '../../api/orders.ts';
import { notify } from '../../ui/toasts.tsx';
import { placeProblems } from './order-draft.ts';
import type { OrderProblems } from './order-draft.ts';
import { keyOf, settleOrder } from './order-key.ts';

interface AddOrder {
  readonly sending: boolean;
  readonly problems: OrderProblems;
  readonly send: (order: NewOrder) => void;
  /** Forgets the problems of what has been changed since. */
  readonly forget: () => void;
}

const noProblems: OrderProblems = { drinks: new Map() };

function problemsOf(error: unknown): OrderProblems {
  if (error === null) return noProblems;
  if (error instanceof CallError && error.fields.size > 0) return placeProblems(error.fields);
  return { ...noProblems, rest: sentenceOf(error) };
}

/** Sends an order once, however often it is asked to while the answer is on its way. */
export function useAddOrder(onAdded: () => void): AddOrder {
  const busy = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (order: NewOrder) => addOrder(order, keyOf(order)),
    onSuccess: ({ unitNumber, price, tax }) => {
      settleOrder();
      const charged = formatCents(toCents(price) + toCents(tax));
      notify(`Order added on unit ${unitNumber}: ${charged} with tax`, 'success');
      onAdded();
    },
    onSettled: () => {
      busy.current = false;
    },
  });
  return {
    sending: isPending,
    problems: problemsOf(error),
    send: (order) => {
      if (busy.current) return;
      busy.current = true;
      mutate(order);
    },
    forget: reset,
  };
}
