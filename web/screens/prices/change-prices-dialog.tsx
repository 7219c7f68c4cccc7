import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Drink } from '../../api/drinks.ts';
import {
  changePrices,
  type PriceChangeDraft,
  previewQuery,
  rehearsalQuery,
} from '../../api/prices.ts';
import { Loaded } from '../../components/load-error.tsx';
import { DialogForm } from '../../components/sent-form.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { ChangeFields, changeOf, type TypedChange } from './change-fields.tsx';
import { PricePreview, RehearsalPart } from './price-preview.tsx';
import styles from './prices-screen.module.css';

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
  const preview = useQuery({
    ...previewQuery(venueId, priced, previewed ?? { operation: 'percent', by: 0 }),
    enabled: previewed !== null,
    placeholderData: keepPreviousData,
  });
  const state = loadState(preview, { what: 'preview' });
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
      {previewed === null ? (
        <p className={styles['hint']}>Each price is shown here before it changes.</p>
      ) : (
        <>
          <Loaded of={state}>{({ drinks: rows }) => <PricePreview rows={rows} />}</Loaded>
          <RehearsalPart
            queryFor={(more) =>
              rehearsalQuery(
                venueId,
                drinks.map(({ _id: id }) => ({ id })),
                previewed,
                more,
              )
            }
          />
        </>
      )}
    </DialogForm>
  );
}
