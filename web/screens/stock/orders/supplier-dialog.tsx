import { useMutation } from '@tanstack/react-query';
import { plainNumber } from '../../../../lib/price-text.ts';
import { createSupplier, type Supplier, updateSupplier } from '../../../api/deliveries.ts';
import { fieldErrors } from '../../../components/form-state.ts';
import { DialogForm } from '../../../components/sent-form.tsx';
import { TextField } from '../../../ui/fields.tsx';

interface SupplierDialogProps {
  readonly venueId: string;
  /** Null for a new one. */
  readonly supplier: Supplier | null;
  readonly onClose: () => void;
}

/** Adds a supplier for all venues, or changes its address and how often it delivers. */
export default function SupplierDialog({ venueId, supplier, onClose }: SupplierDialogProps) {
  const sending = useMutation({
    mutationFn: async (typed: (name: string) => string) => {
      const body = {
        email: typed('email').trim(),
        deliveryDays: numberOf(typed('deliveryDays')),
        leadDays: numberOf(typed('leadDays')) ?? 0,
      };
      await (supplier === null
        ? createSupplier(venueId, { ...body, name: typed('name') })
        : updateSupplier(venueId, supplier.id, body));
    },
    onSuccess: onClose,
  });
  const errors = fieldErrors(sending.error);
  return (
    <DialogForm
      title={supplier === null ? 'Add supplier' : supplier.name}
      submit={supplier === null ? 'Add supplier' : 'Save'}
      sending={sending}
      onSend={sending.mutate}
      onClose={onClose}
    >
      {supplier === null && (
        <TextField label="Name" name="name" maxLength={100} error={errors.get('name')} />
      )}
      <TextField
        label="Address for orders"
        name="email"
        type="email"
        description="Orders are mailed to it; empty without one"
        defaultValue={supplier?.email ?? ''}
        error={errors.get('email')}
      />
      <TextField
        label="Days between deliveries"
        name="deliveryDays"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Such as 7"
        defaultValue={supplier?.deliveryDays ?? ''}
        error={errors.get('deliveryDays')}
      />
      <TextField
        label="Lead time in days"
        name="leadDays"
        description="From an order to its delivery"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={supplier?.leadDays ?? 0}
        error={errors.get('leadDays')}
      />
    </DialogForm>
  );
}

/** Null for an empty field; what is no number is refused by the server. */
const numberOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(plainNumber(text.trim()) ?? -1);
