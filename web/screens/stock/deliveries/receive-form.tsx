import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dollarsOf, plainNumber } from '../../../../lib/price-text.ts';
import { deliveryMessages } from '../../../../rules/stock/deliveries.ts';
import { createDelivery } from '../../../api/deliveries.ts';
import type { EndpointInput } from '../../../api/endpoint-input.ts';
import { newKey } from '../../../api/new-key.ts';
import { stockQuery } from '../../../api/stock-counts.ts';
import { useImagePick } from '../../../components/picked-image.tsx';
import { DialogForm } from '../../../components/sent-form.tsx';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { may } from '../../../session/permissions.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { ErrorLine } from '../../../ui/page.tsx';
import { InvoiceField } from './invoice-field.tsx';
import styles from '../stock-screen.module.css';

interface Line {
  readonly ingredientId: string;
  readonly name: string;
  /** Bottles of an order that have not come; its line has a tick. Another line counts once bottles are typed. */
  readonly outstanding?: number;
}

/** Returns the text of a field by its name. */
type Typed = (name: string) => string;

interface ReceiveFormProps {
  readonly venueId: string;
  readonly title: string;
  /** Of the ingredients in stock, where none are given. */
  readonly lines?: readonly Line[];
  readonly disabled?: boolean;
  /** Fields above. */
  readonly children?: ReactNode;
  /** What the bottles came from. */
  readonly sourceOf: (
    typed: Typed,
  ) => Promise<Pick<EndpointInput<'createDelivery'>['body'], 'orderId' | 'supplierId'>>;
  readonly onClose: () => void;
}

const isGiven = ({ ingredientId, outstanding }: Line, typed: Typed): boolean =>
  typed(`${outstanding === undefined ? 'bottles' : 'come'} ${ingredientId}`).trim() !== '';

/** Dialog that receives bottles into a storeroom, with what they cost and a photo of the invoice. */
export function ReceiveForm({
  venueId,
  title,
  lines,
  disabled = false,
  children,
  sourceOf,
  onClose,
}: ReceiveFormProps) {
  const [key] = useState(newKey);
  const [problem, setProblem] = useState('');
  const photo = useImagePick();
  const { data: stock } = useQuery(stockQuery(venueId, guessedTimezone().timezone));
  const shown: readonly Line[] = lines ?? stock?.ingredients ?? [];
  const sending = useMutation({
    mutationFn: async (typed: Typed) => {
      const received = shown
        .filter((line) => isGiven(line, typed))
        .map(({ ingredientId }) => {
          const cost = typed(`cost ${ingredientId}`).trim();
          const bottles = Number(plainNumber(typed(`bottles ${ingredientId}`).trim()) ?? 0);
          return { ingredientId, bottles, ...(cost !== '' && { cost: dollarsOf(cost) ?? -1 }) };
        });
      const body = { key, storeId: typed('store'), lines: received };
      await createDelivery(venueId, { ...body, ...(await sourceOf(typed)) }, photo.picked);
    },
    onSuccess: onClose,
  });
  const dialog = { title, sending, onClose };
  if (stock?.stores.length === 0)
    return (
      <DialogForm {...dialog} submit="Close" onSend={onClose}>
        <p>{deliveryMessages.noStore}</p>
      </DialogForm>
    );
  return (
    <DialogForm
      {...dialog}
      submit="Receive"
      submitProps={{ disabled: !stock || disabled }}
      isAtFields={false}
      onSend={(typed) => {
        const isEmpty = !shown.some((line) => isGiven(line, typed));
        setProblem(isEmpty ? deliveryMessages.nothing : '');
        if (!isEmpty) sending.mutate(typed);
      }}
    >
      {children}
      <SelectField
        label="Into"
        name="store"
        data-autofocus={!children || undefined}
        data={(stock?.stores ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <InvoiceField photo={photo} isOptional />
      {problem && <ErrorLine>{problem}</ErrorLine>}
      {shown.map((line) => (
        <LineFields key={line.ingredientId} line={line} />
      ))}
    </DialogForm>
  );
}

function LineFields({ line }: { readonly line: Line }) {
  const { ingredientId, name, outstanding } = line;
  const isOrdered = outstanding !== undefined;
  return (
    <fieldset className={styles['lines']}>
      <legend className={isOrdered ? 'sr-only' : 'break-anywhere'}>{name}</legend>
      {isOrdered && (
        <label>
          <input type="checkbox" name={`come ${ingredientId}`} defaultChecked />
          <span className="break-anywhere">{name}</span>
        </label>
      )}
      <div className="flex gap-8">
        <TextField
          label="Bottles"
          name={`bottles ${ingredientId}`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={outstanding}
        />
        {may('costs.write') && (
          <TextField
            label="Cost per bottle"
            name={`cost ${ingredientId}`}
            inputMode="decimal"
            leftSection="$"
            autoComplete="off"
            placeholder="As before"
          />
        )}
      </div>
    </fieldset>
  );
}
