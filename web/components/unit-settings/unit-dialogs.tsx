import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unitInText, unitKind } from '../../../rules/units/unit-names.ts';
import { createUnit, deleteUnit, type Unit } from '../../api/units.ts';
import { menuLossPreview } from '../menu-loss-preview.ts';
import { DialogForm } from '../sent-form.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import styles from './unit-dialogs.module.css';

/** The specified names, and the machine that each of them is. */
const categories: Readonly<Record<Unit['category'], string>> = {
  ROTENDER_CLASSIC: 'Classic unit: a carousel of 16 bottles and a soda gun with four lines.',
  BEERTENDER: 'Beer unit: two taps, each with a keg.',
};

const isCategory = (value: string): value is Unit['category'] => value in categories;

interface AddUnitDialogProps {
  readonly venueId: string;
  readonly onClose: () => void;
  readonly onAdded: (unit: Unit) => void;
}

/** Mounted anew on each opening, so that it starts with the classic category. */
export function AddUnitDialog({ venueId, onClose, onAdded }: AddUnitDialogProps) {
  const [category, setCategory] = useState<Unit['category']>('ROTENDER_CLASSIC');
  const add = useMutation({ mutationFn: () => createUnit(venueId, category), onSuccess: onAdded });
  return (
    <DialogForm
      title="Add unit"
      intro={
        <p className="dim">To define the unit category. Cannot be changed after being added.</p>
      }
      submit="Add"
      sending={add}
      isAtFields={false}
      onSend={() => add.mutate()}
      onClose={onClose}
    >
      <SelectField
        label="Category"
        required
        value={category}
        data={Object.keys(categories).map((name) => ({
          value: name,
          label: `${name} (${unitKind(name).toLowerCase()})`,
        }))}
        description={categories[category]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={({ currentTarget: { value } }) => {
          if (isCategory(value)) setCategory(value);
        }}
      />
    </DialogForm>
  );
}

interface DeleteUnitDialogProps {
  readonly unit: Unit;
  readonly onClose: () => void;
  /** Called instead when the unit is deleted. */
  readonly onDeleted?: () => void;
}

/** Deletes a unit after its number has been typed, because that cannot be undone. */
export function DeleteUnitDialog({ unit, onClose, onDeleted }: DeleteUnitDialogProps) {
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => deleteUnit(unit),
    onSuccess: onDeleted ?? onClose,
  });
  const { data: preview } = useQuery({
    queryKey: ['getMenuLoss', 'deletion', unit._id],
    queryFn: () => menuLossPreview(unit.venueId, { retire: [unit._id] }, 'Delete unit'),
    staleTime: 0,
  });
  const isTyped = typed.trim() === String(unit.unitNumber);
  return (
    <DialogForm
      title={`Delete ${unitInText(unit)}?`}
      intro={
        <>
          <p className="dim">
            Its inventory, its drinks and its keys go with it, and this cannot be undone. What it
            sold stays in the reports.
          </p>
          <div key={preview ? 'known' : 'loading'} className={styles['loss']} aria-live="polite">
            <p>{preview?.summary}</p>
            {preview && preview.lines.length + preview.attention.length > 0 && (
              <ul>
                {preview.lines.map(({ about, text }) => (
                  <li key={about}>{text}</li>
                ))}
                {preview.attention.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </div>
        </>
      }
      submit={preview?.confirmLabel ?? 'Delete unit'}
      submitProps={{ color: 'red', disabled: !isTyped }}
      sending={remove}
      isAtFields={false}
      onSend={() => isTyped && remove.mutate()}
      onClose={onClose}
    >
      <TextField
        label={`Type ${unit.unitNumber} to delete it`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </DialogForm>
  );
}
