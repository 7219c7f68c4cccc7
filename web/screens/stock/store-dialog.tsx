import { useMutation } from '@tanstack/react-query';
import { createStore, type Store, updateStore } from '../../api/stock-counts.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { TextField } from '../../ui/fields.tsx';

interface StoreDialogProps {
  readonly venueId: string;
  /** Null for a new one. */
  readonly store: Store | null;
  readonly onClose: () => void;
}

/** Adds a storeroom, which is counted with the units, or renames one. */
export default function StoreDialog({ venueId, store, onClose }: StoreDialogProps) {
  const sending = useMutation({
    mutationFn: (name: string) =>
      store === null ? createStore(venueId, name) : updateStore(venueId, store.id, name),
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title={store === null ? 'Add storeroom' : store.name}
      submit={store === null ? 'Add storeroom' : 'Save'}
      sending={sending}
      onSend={(typed) => sending.mutate(typed('name'))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        maxLength={60}
        placeholder="Cellar"
        defaultValue={store?.name ?? ''}
        error={fieldErrors(sending.error).get('name')}
      />
    </DialogForm>
  );
}
