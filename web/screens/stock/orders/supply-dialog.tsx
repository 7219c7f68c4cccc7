import { useMutation, useQuery } from '@tanstack/react-query';
import { plainNumber } from '../../../../lib/price-text.ts';
import { suppliersQuery } from '../../../api/deliveries.ts';
import { type ToOrder, updateSupply } from '../../../api/stock-orders.ts';
import { fieldErrors } from '../../../components/form-state.ts';
import { DialogForm } from '../../../components/sent-form.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';

interface SupplyDialogProps {
  readonly venueId: string;
  readonly ingredient: ToOrder;
  readonly onClose: () => void;
}

/** Sets the par of an ingredient, and how it is bought. */
export default function SupplyDialog({ venueId, ingredient, onClose }: SupplyDialogProps) {
  const { ingredientId, name, proposedPar, set, supplier, bottleMl, caseSize } = ingredient;
  const { data: suppliers } = useQuery(suppliersQuery(venueId));
  const sending = useMutation({
    mutationFn: (typed: (name: string) => string) =>
      updateSupply(venueId, ingredientId, {
        supplierId: typed('supplierId') || null,
        par: numberOf(typed('par')),
        bottleMl: numberOf(typed('bottleMl')),
        caseSize: numberOf(typed('caseSize')),
      }),
    onSuccess: onClose,
  });
  const errors = fieldErrors(sending.error);
  const ofCost = set.supplierId === null && supplier !== null ? ` (${supplier})` : '';
  return (
    <DialogForm
      title={`Par of ${name}`}
      submit="Save"
      submitProps={{ disabled: !suppliers }}
      sending={sending}
      onSend={sending.mutate}
      onClose={onClose}
    >
      <TextField
        label="Par"
        name="par"
        description={
          proposedPar === null
            ? 'Bottles to have after a delivery; empty for none'
            : `Bottles to have after a delivery; ${proposedPar} are proposed, and taken where it is empty`
        }
        placeholder={proposedPar === null ? '' : String(proposedPar)}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={set.par ?? ''}
        error={errors.get('par')}
      />
      <SelectField
        key={suppliers ? 'known' : 'unknown'}
        label="Supplier"
        name="supplierId"
        defaultValue={set.supplierId ?? ''}
        data={[
          { value: '', label: `As the cost has it${ofCost}` },
          ...(suppliers ?? []).map((one) => ({ value: one.id, label: one.name })),
        ]}
        error={errors.get('supplierId')}
      />
      <TextField
        label="Bottles in a case"
        name="caseSize"
        inputMode="numeric"
        autoComplete="off"
        placeholder={set.caseSize === null ? String(caseSize) : ''}
        defaultValue={set.caseSize ?? ''}
        error={errors.get('caseSize')}
      />
      <TextField
        label="Bottle size in ml"
        name="bottleMl"
        inputMode="decimal"
        autoComplete="off"
        placeholder={set.bottleMl === null ? String(bottleMl) : ''}
        defaultValue={set.bottleMl ?? ''}
        error={errors.get('bottleMl')}
      />
    </DialogForm>
  );
}

/** Null for an empty field; what is no number is refused by the server. */
const numberOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(plainNumber(text.trim()) ?? -1);
