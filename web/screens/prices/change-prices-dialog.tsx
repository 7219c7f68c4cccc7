import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Drink } from '../../api/drinks.ts';
import { changePrices, type PriceChangeDraft } from '../../api/prices.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { ChangeFields, changeOf, type TypedChange } from './change-fields.tsx';
import { ChangePreview, PreviewPlace } from './price-preview.tsx';

const raisedByPercent: TypedChange = {
  operation: 'raise %',
  amount: '',
  rounding: '0.25',
  floor: '',
};

interface ChangePricesDialogProps {
  readonly venueId: string;
  readonly drinks: readonly Drink[];
  readonly onClose: () => void;
  readonly onChanged: (id: string | null, count: number) => void;
}

const pauseMs = 200;

/** Changes prices of the chosen drinks by the same rule, with a preview of each. */
export default function ChangePricesDialog(props: ChangePricesDialogProps) {
  const { venueId, drinks, onClose, onChanged } = props;
  const [typed, setTyped] = useState<TypedChange>(raisedByPercent);
  const change = changeOf(typed);
  const [previewed] = useDebouncedValue(change, pauseMs);
  const priced = drinks.map(({ _id: id, price }) => ({ id, expected: price }));
  const send = useMutation({
    mutationFn: (draft: PriceChangeDraft) => changePrices(venueId, priced, draft),
    onSuccess: ({ id, drinks: changed }) => onChanged(id, changed.length),
  });
  return (
    <DialogForm
      title="Change prices"
      submit={drinks.length === 1 ? 'Change 1 price' : `Change ${drinks.length} prices`}
      submitProps={{ disabled: change === null }}
      sending={send}
      isAtFields={false}
      onSend={() => {
        if (change) send.mutate(change);
      }}
      onClose={onClose}
    >
      <ChangeFields typed={typed} isFirst onChange={setTyped} />
      <PreviewPlace draft={previewed} hint="Each price is shown here before it changes.">
        {(complete) => <ChangePreview venueId={venueId} drinks={priced} change={complete} />}
      </PreviewPlace>
    </DialogForm>
  );
}
