import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isolateName } from '../../../../lib/bidi.ts';
import { formatInZone } from '../../../../lib/time-in-zone.ts';
import {
  deleteInvoice,
  type Delivery,
  invoiceQuery,
  updateInvoice,
} from '../../../api/deliveries.ts';
import { attempt } from '../../../components/attempt.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { useImagePick } from '../../../components/picked-image.tsx';
import { DialogForm } from '../../../components/sent-form.tsx';
import { may } from '../../../session/permissions.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { InvoiceField } from './invoice-field.tsx';
import styles from './invoice.module.css';

interface InvoiceDialogProps {
  readonly venueId: string;
  readonly delivery: Delivery;
  readonly timezone: string;
  readonly onClose: () => void;
}

/** Shows the invoice of a delivery, or adds one. */
export default function InvoiceDialog(props: InvoiceDialogProps) {
  const [isReplacing, setIsReplacing] = useState(false);
  if (isReplacing || !props.delivery.hasInvoice) return <AddInvoice {...props} />;
  return <ShownInvoice {...props} onReplace={() => setIsReplacing(true)} />;
}

const titleOf = ({ supplier }: Delivery): string => `Invoice of ${isolateName(supplier)}`;

function AddInvoice({ venueId, delivery, onClose }: InvoiceDialogProps) {
  const photo = useImagePick();
  const sending = useMutation({
    mutationFn: async () => {
      if (photo.picked) await updateInvoice(venueId, delivery.id, photo.picked);
    },
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title={titleOf(delivery)}
      submit="Save"
      submitProps={{ disabled: photo.picked === null }}
      sending={sending}
      isAtFields={false}
      onSend={() => sending.mutate()}
      onClose={onClose}
    >
      <InvoiceField photo={photo} />
    </DialogForm>
  );
}

interface ShownInvoiceProps extends InvoiceDialogProps {
  readonly onReplace: () => void;
}

function ShownInvoice({ venueId, delivery, timezone, onClose, onReplace }: ShownInvoiceProps) {
  const { id, supplier, at } = delivery;
  const state = loadState(useQuery(invoiceQuery(venueId, id)), { what: 'photo' });
  const text = `Photo of the invoice of ${supplier}, ${formatInZone(Date.parse(at), timezone)}`;
  const remove = async () => {
    const question = { text: `Remove the photo of the invoice of ${supplier}?` };
    if (!(await confirm({ ...question, confirmLabel: 'Remove', danger: true }))) return;
    if (await attempt(`remove invoice ${id}`, () => deleteInvoice(venueId, id))) onClose();
  };
  return (
    <Dialog title={titleOf(delivery)} isText onClose={onClose}>
      <div className="stack gap-16">
        <Loaded of={state} pending={<PhotoSkeleton />}>
          {(photo) => <Photo photo={photo} text={text} />}
        </Loaded>
        <div className="dialog-actions">
          {may('costs.write') && (
            <>
              <Button variant="default" onClick={() => void remove()}>
                Remove
              </Button>
              <Button variant="default" onClick={onReplace}>
                Replace
              </Button>
            </>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

const PhotoSkeleton = () => (
  <div className={styles['waiting']} aria-busy="true">
    <span className="sr-only">Loading</span>
  </div>
);

/** Ref callback that shows a photo in an element as long as it is there. */
function showPhoto(image: HTMLImageElement | null, photo: Blob): (() => void) | undefined {
  if (!image) return undefined;
  const address = URL.createObjectURL(photo);
  image.src = address;
  return () => URL.revokeObjectURL(address);
}

function Photo({ photo, text }: { readonly photo: Blob; readonly text: string }) {
  return <img className={styles['photo']} alt={text} ref={(image) => showPhoto(image, photo)} />;
}
