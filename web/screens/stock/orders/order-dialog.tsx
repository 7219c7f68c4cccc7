import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plainNumber } from '../../../../lib/price-text.ts';
import { deliveryMessages } from '../../../../rules/stock/deliveries.ts';
import { suppliersQuery } from '../../../api/deliveries.ts';
import { isOutcomeUnknown } from '../../../api/api-error.ts';
import { newKey } from '../../../api/new-key.ts';
import { createStockOrder, type ToOrder } from '../../../api/stock-orders.ts';
import { DialogForm, SentFields } from '../../../components/sent-form.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { ErrorLine } from '../../../ui/page.tsx';

interface OrderDialogProps {
  readonly venueId: string;
  /** Of one supplier. */
  readonly lines: readonly ToOrder[];
  readonly onClose: () => void;
}

/** Orders bottles of a supplier, by mail or otherwise. */
export default function OrderDialog({ venueId, lines, onClose }: OrderDialogProps) {
  const [key] = useState(newKey);
  const [problem, setProblem] = useState('');
  const { data: suppliers } = useQuery(suppliersQuery(venueId));
  const supplierId = lines[0]?.supplierId ?? '';
  const email = suppliers?.find(({ id }) => id === supplierId)?.email ?? '';
  const sending = useMutation({
    mutationFn: (typed: (name: string) => string) =>
      createStockOrder(venueId, {
        key,
        supplierId,
        mail: typed('send') === 'mail',
        lines: lines.flatMap(({ ingredientId }) => {
          const bottles = typed(ingredientId).trim();
          return bottles === '' || bottles === '0'
            ? []
            : [{ ingredientId, bottles: Number(plainNumber(bottles) ?? 0) }];
        }),
      }),
    onSuccess: onClose,
  });
  const isUncertain = isOutcomeUnknown(sending.error);
  return (
    <DialogForm
      title={`Order from ${lines[0]?.supplier ?? ''}`}
      submit="Order"
      submitProps={{ disabled: !suppliers }}
      sending={sending}
      isAtFields={false}
      isUncertain={isUncertain}
      onSend={(typed) => {
        const isEmpty = lines.every(({ ingredientId }) =>
          ['', '0'].includes(typed(ingredientId).trim()),
        );
        setProblem(isEmpty ? deliveryMessages.nothing : '');
        if (!isEmpty) sending.mutate(typed);
      }}
      onClose={onClose}
    >
      <SentFields isFixed={isUncertain}>
        <SelectField
          key={email}
          label="Send"
          name="send"
          data={[
            ...(email === '' ? [] : [{ value: 'mail', label: `By mail to ${email}` }]),
            { value: 'other', label: 'By myself, such as with the CSV' },
          ]}
        />
        {problem && <ErrorLine>{problem}</ErrorLine>}
        {lines.map(({ ingredientId, name, toOrder, bottleMl, caseSize }) => (
          <TextField
            key={ingredientId}
            label={name}
            name={ingredientId}
            description={`Bottles of ${bottleMl} ml${caseSize > 1 ? `, in cases of ${caseSize}` : ''}`}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={String(toOrder)}
          />
        ))}
      </SentFields>
    </DialogForm>
  );
}
