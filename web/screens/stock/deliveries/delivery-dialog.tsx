import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayName } from '../../../../lib/day-name.ts';
import { dateAndTimeIn } from '../../../../lib/time-in-zone.ts';
import {
  createSupplier,
  deliveriesQuery,
  type Delivery,
  suppliersQuery,
} from '../../../api/deliveries.ts';
import { may } from '../../../session/permissions.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { type LastDelivery, ReceiveForm } from './receive-form.tsx';

interface DeliveryDialogProps {
  readonly venueId: string;
  readonly timezone: string;
  readonly onClose: () => void;
}

const another = 'new';

/** Receives bottles of a supplier into a storeroom. */
export default function DeliveryDialog({ venueId, timezone, onClose }: DeliveryDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: suppliers = [] } = useQuery(suppliersQuery(venueId));
  const { data: deliveries = [] } = useQuery(deliveriesQuery(venueId));
  const mayAdd = may('costs.write');
  const supplier = chosen ?? suppliers[0]?.id ?? (mayAdd ? another : '');
  return (
    <ReceiveForm
      title="Receive delivery"
      venueId={venueId}
      disabled={supplier === ''}
      last={lastOf(deliveries, suppliers.find(({ id }) => id === supplier)?.name, timezone)}
      sourceOf={async (typed) => {
        if (supplier !== another) return { supplierId: supplier };
        const supplierId = await createSupplier(venueId, { name: typed('name') });
        // What is sent again is of the same supplier.
        setChosen(supplierId);
        return { supplierId };
      }}
      onClose={onClose}
    >
      <SelectField
        label="Supplier"
        value={supplier}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={[
          ...suppliers.map(({ id, name }) => ({ value: id, label: name })),
          ...(mayAdd ? [{ value: another, label: 'New supplier' }] : []),
        ]}
      />
      {supplier === another && (
        <TextField label="Name of the supplier" name="name" maxLength={100} />
      )}
    </ReceiveForm>
  );
}

/** The last delivery of a supplier that was not undone. */
function lastOf(
  deliveries: readonly Delivery[],
  supplier: string | undefined,
  timezone: string,
): LastDelivery | undefined {
  const last = deliveries.find((one) => one.supplier === supplier && one.undoneAt === null);
  return (
    last && { day: dayName(dateAndTimeIn(Date.parse(last.at), timezone).date), lines: last.lines }
  );
}
