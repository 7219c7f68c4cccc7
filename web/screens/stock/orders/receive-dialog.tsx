import { outstandingOf } from '../../../../rules/stock/stock-orders.ts';
import type { StockOrder } from '../../../api/stock-orders.ts';
import { ReceiveForm } from '../deliveries/receive-form.tsx';

interface ReceiveDialogProps {
  readonly venueId: string;
  readonly order: StockOrder;
  readonly onClose: () => void;
}

/** Receives an order, wholly or in part: what is ticked has come. */
export default function ReceiveDialog({ venueId, order, onClose }: ReceiveDialogProps) {
  return (
    <ReceiveForm
      title="Receive order"
      venueId={venueId}
      lines={order.lines
        .map((line) => ({ ...line, outstanding: outstandingOf(line) }))
        .filter(({ outstanding }) => outstanding > 0)}
      sourceOf={() => Promise.resolve({ orderId: order.id })}
      onClose={onClose}
    />
  );
}
