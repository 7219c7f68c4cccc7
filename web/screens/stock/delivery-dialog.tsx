import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dollarsOf, plainNumber } from '../../../lib/price-text.ts';
import { deliveryMessages } from '../../../rules/stock/deliveries.ts';
import { createDelivery, createSupplier, suppliersQuery } from '../../api/deliveries.ts';
import { newKey } from '../../api/new-key.ts';
import { stockQuery } from '../../api/stock-counts.ts';
import { useImagePick } from '../../components/picked-image.tsx';
import { DialogForm } from '../../components/sent-form.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { may } from '../../session/permissions.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import { InvoiceField } from './invoice-field.tsx';
import styles from './stock-screen.module.css';

interface DeliveryDialogProps {
  readonly venueId: string;
  readonly onClose: () => void;
}

const another = 'new';

/** Receives bottles of a supplier into a storeroom. */
export default function DeliveryDialog({ venueId, onClose }: DeliveryDialogProps) {
  const [key] = useState(newKey);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const photo = useImagePick();
  const { data: suppliers = [] } = useQuery(suppliersQuery(venueId));
  const { data: stock } = useQuery(stockQuery(venueId, guessedTimezone().timezone));
  const mayCost = may('costs.write');
  const supplier = chosen ?? suppliers[0]?.id ?? (mayCost ? another : '');
  const ingredients = stock?.ingredients ?? [];
  const sending = useMutation({
    mutationFn: async (typed: (name: string) => string) => {
      const lines = ingredients.flatMap(({ ingredientId }) => {
        const bottles = typed(`bottles ${ingredientId}`).trim();
        const cost = typed(`cost ${ingredientId}`).trim();
        if (bottles === '') return [];
        const dollars = cost === '' ? undefined : (dollarsOf(cost) ?? -1);
        return [
          {
            ingredientId,
            bottles: Number(plainNumber(bottles) ?? 0),
            ...(dollars !== undefined && { cost: dollars }),
          },
        ];
      });
      const body = { key, storeId: typed('store'), lines };
      const supplierId =
        supplier === another ? await createSupplier(venueId, { name: typed('name') }) : supplier;
      setChosen(supplierId);
      await createDelivery(venueId, { ...body, supplierId }, photo.picked);
    },
    onSuccess: onClose,
  });
  if (stock?.stores.length === 0)
    return (
      <DialogForm
        title="Receive delivery"
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
      title="Receive delivery"
      submit="Receive"
      submitProps={{ disabled: !stock || supplier === '' }}
      sending={sending}
      isAtFields={false}
      onSend={(typed) => {
        const isEmpty = ingredients.every(
          ({ ingredientId }) => typed(`bottles ${ingredientId}`).trim() === '',
        );
        setProblem(isEmpty ? deliveryMessages.nothing : '');
        if (!isEmpty) sending.mutate(typed);
      }}
      onClose={onClose}
    >
      <SelectField
        label="Supplier"
        data-autofocus
        value={supplier}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={[
          ...suppliers.map(({ id, name }) => ({ value: id, label: name })),
          ...(mayCost ? [{ value: another, label: 'New supplier' }] : []),
        ]}
      />
      {supplier === another && (
        <TextField label="Name of the supplier" name="name" maxLength={100} />
      )}
      <SelectField
        label="Into"
        name="store"
        data={(stock?.stores ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <InvoiceField photo={photo} isOptional />
      {problem && <ErrorLine>{problem}</ErrorLine>}
      {ingredients.map(({ ingredientId, name }) => (
        <fieldset key={ingredientId} className={styles['lines']}>
          <legend className="break-anywhere">{name}</legend>
          <div className="flex gap-8">
            <TextField
              label="Bottles"
              name={`bottles ${ingredientId}`}
              inputMode="numeric"
              autoComplete="off"
            />
            {mayCost && (
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
      ))}
    </DialogForm>
  );
}
