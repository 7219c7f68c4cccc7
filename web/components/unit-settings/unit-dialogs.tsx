import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unitInText } from '../../../rules/units/unit-names.ts';
import { deleteUnit, type Unit } from '../../api/units.ts';
import { menuLossPreview } from '../menu-loss-preview.ts';
import { DialogForm } from '../sent-form.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './unit-dialogs.module.css';

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
