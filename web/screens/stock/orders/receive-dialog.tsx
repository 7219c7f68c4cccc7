import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dollarsOf, plainNumber } from '../../../../lib/price-text.ts';
import { deliveryMessages } from '../../../../rules/stock/deliveries.ts';
import { outstandingOf } from '../../../../rules/stock/stock-orders.ts';
import { createDelivery } from '../../../api/deliveries.ts';
import { newKey } from '../../../api/new-key.ts';
import { stockQuery } from '../../../api/stock-counts.ts';
import type { StockOrder } from '../../../api/stock-orders.ts';
import { useImagePick } from '../../../components/picked-image.tsx';
import { DialogForm } from '../../../components/sent-form.tsx';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { may } from '../../../session/permissions.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { ErrorLine } from '../../../ui/page.tsx';
import { InvoiceField } from '../invoice-field.tsx';
import styles from '../stock-screen.module.css';

interface ReceiveDialogProps {
  readonly venueId: string;
  readonly order: StockOrder;
  readonly onClose: () => void;
}

/** Receives an order, wholly or in part: what is ticked has come. */
export default function ReceiveDialog({ venueId, order, onClose }: ReceiveDialogProps) {
  const [key] = useState(newKey);
  const [problem, setProblem] = useState('');
  const photo = useImagePick();
  const { data: stock } = useQuery(stockQuery(venueId, guessedTimezone().timezone));
  const mayCost = may('costs.write');
  const lines = order.lines.filter((line) => outstandingOf(line) > 0);
  const sending = useMutation({
    mutationFn: (typed: (name: string) => string) =>
      createDelivery(
        venueId,
        {
          key,
          orderId: order.id,
          storeId: typed('store'),
          lines: lines
            .filter(({ ingredientId }) => typed(`come ${ingredientId}`) !== '')
            .map(({ ingredientId }) => {
              const cost = typed(`cost ${ingredientId}`).trim();
              const bottles = Number(plainNumber(typed(`bottles ${ingredientId}`).trim()) ?? 0);
              return {
                ingredientId,
                bottles,
                ...(cost !== '' && { cost: dollarsOf(cost) ?? -1 }),
              };
            }),
        },
        photo.picked,
      ),
    onSuccess: onClose,
  });
  if (stock?.stores.length === 0)
    return (
      <DialogForm
        title="Receive order"
        submit="Close"
        sending={sending}
        onSend={onClose}
        onClose={onClose}
      >
        <p>{deliveryMessages.noStore}</p>
      </DialogForm>
    );
  return (
    <DialogForm
      title="Receive order"
      submit="Receive"
      submitProps={{ disabled: !stock }}
      sending={sending}
      isAtFields={false}
      onSend={(typed) => {
        const isEmpty = lines.every(({ ingredientId }) => typed(`come ${ingredientId}`) === '');
        setProblem(isEmpty ? deliveryMessages.nothing : '');
        if (!isEmpty) sending.mutate(typed);
      }}
      onClose={onClose}
    >
      <SelectField
        label="Into"
        name="store"
        data-autofocus
        data={(stock?.stores ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <InvoiceField photo={photo} isOptional />
      {problem && <ErrorLine>{problem}</ErrorLine>}
      {lines.map((line) => (
        <fieldset key={line.ingredientId} className={styles['lines']}>
          <legend className="sr-only">{line.name}</legend>
          <label>
            <input type="checkbox" name={`come ${line.ingredientId}`} defaultChecked />
            <span className="break-anywhere">{line.name}</span>
          </label>
          <div className="flex gap-8">
            <TextField
              label="Bottles"
              name={`bottles ${line.ingredientId}`}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={String(outstandingOf(line))}
            />
            {mayCost && (
              <TextField
                label="Cost per bottle"
                name={`cost ${line.ingredientId}`}
                inputMode="decimal"
                leftSection="$"
                autoComplete="off"
                placeholder="As before"
              />
            )}
          </div>
        </fieldset>
      ))}
    </DialogForm>
  );
}
