import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { unitInText } from '../../../rules/units/unit-names.ts';
import type { NamedUnit } from '../../../rules/units/unit-names.ts';
import { formatCents, toCents } from '../../../lib/money.ts';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { createOrder } from '../../api/orders.ts';
import type { NewOrder } from '../../api/orders.ts';
import { notify } from '../../ui/toasts.tsx';
import { positionErrors } from './order-draft.ts';
import type { OrderErrors } from './order-draft.ts';
import { keyOf, settleOrder } from './order-key.ts';

interface AddOrder {
  readonly sending: boolean;
  readonly problems: OrderErrors;
  readonly send: (order: NewOrder) => void;
  /** Clears errors of fields that were changed since. */
  readonly forget: () => void;
}

const noErrors: OrderErrors = { drinks: new Map() };

function errorsOf(error: unknown): OrderErrors {
  if (error === null) return noErrors;
  if (error instanceof ApiError && error.fields.size > 0) return positionErrors(error.fields);
  return { ...noErrors, rest: errorMessage(error) };
}

/** Sends an order once, ignoring further submits while the request is in flight. */
export function useAddOrder(units: readonly NamedUnit[], onAdded: () => void): AddOrder {
  const busy = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (order: NewOrder) => createOrder(order, keyOf(order)),
    onSuccess: ({ unitNumber, price, tax }) => {
      settleOrder();
      const charged = formatCents(toCents(price) + toCents(tax));
      const name = units.find((unit) => unit.unitNumber === unitNumber)?.name ?? null;
      const unit = unitInText({ unitNumber, name });
      notify(`Order added on ${unit}: ${charged} with tax`, 'success');
      onAdded();
    },
    onSettled: () => {
      busy.current = false;
    },
  });
  return {
    sending: isPending,
    problems: errorsOf(error),
    send: (order) => {
      if (busy.current) return;
      busy.current = true;
      mutate(order);
    },
    forget: reset,
  };
}
