import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unitInText } from '../../../../rules/units/unit-names.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { createUnit, deleteUnit, type Unit } from '../../../api/units.ts';
import { menuLossPreview } from '../../../components/menu-loss-preview.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorLine } from '../../../ui/page.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import styles from './unit-dialogs.module.css';

const categories: readonly Unit['category'][] = ['ROTENDER_CLASSIC', 'BEERTENDER'];

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
    <Dialog title="Add unit" onClose={onClose}>
      <form
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) add.mutate();
        }}
      >
        <p className="dim">To define the unit category. Cannot be changed after being added.</p>
        {add.error && <ErrorLine>{errorMessage(add.error)}</ErrorLine>}
        <SelectField
          label="Category"
          required
          value={category}
          data={[...categories]}
          onChange={({ currentTarget: { value } }) => {
            const chosen = categories.find((name) => name === value);
            if (chosen) setCategory(chosen);
          }}
        />
        <div className="flex justify-end gap-8">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface DeleteUnitDialogProps {
  readonly unit: Unit;
  readonly onClose: () => void;
}

/** Deletes a unit after its number has been typed, because that cannot be undone. */
export function DeleteUnitDialog({ unit, onClose }: DeleteUnitDialogProps) {
  const [typed, setTyped] = useState('');
  const remove = useMutation({ mutationFn: () => deleteUnit(unit), onSuccess: onClose });
  const { data: preview } = useQuery({
    queryKey: ['getMenuLoss', 'deletion', unit._id],
    queryFn: () => menuLossPreview(unit.venueId, { retire: [unit._id] }, 'Delete unit'),
    staleTime: 0,
  });
  const isTyped = typed.trim() === String(unit.unitNumber);
  return (
    <Dialog title={`Delete ${unitInText(unit)}?`} onClose={onClose}>
      <form
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped && !remove.isPending) remove.mutate();
        }}
      >
        <p className="dim">
          Its inventory, its drinks and its keys go with it, and this cannot be undone. What it sold
          stays in the reports.
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
        {remove.error && <ErrorLine>{errorMessage(remove.error)}</ErrorLine>}
        <TextField
          label={`Type ${unit.unitNumber} to delete it`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <div className="flex justify-end gap-8">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!isTyped} loading={remove.isPending}>
            {preview?.confirmLabel ?? 'Delete unit'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
