import { useMutation } from '@tanstack/react-query';
import { createStore } from '../../api/stock-counts.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { TextField } from '../../ui/fields.tsx';

interface StoreDialogProps {
  readonly venueId: string;
  readonly onClose: () => void;
}

/** Adds a storeroom, which is counted with the units. */
export default function StoreDialog({ venueId, onClose }: StoreDialogProps) {
  const sending = useMutation({
    mutationFn: (name: string) => createStore(venueId, name),
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Add storeroom"
      submit="Add storeroom"
      sending={sending}
      onSend={(typed) => sending.mutate(typed('name'))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        data-autofocus
        maxLength={60}
        placeholder="Cellar"
        error={fieldErrors(sending.error).get('name')}
      />
    </DialogForm>
  );
}
