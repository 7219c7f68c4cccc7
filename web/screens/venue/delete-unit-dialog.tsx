import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unitInText } from '../../../rules/units/unit-names.ts';
import { errorMessage } from '../../api/api-error.ts';
import { deleteUnit } from '../../api/units.ts';
import { menuLossPreview } from '../../components/menu-loss-preview.ts';
import type { Unit } from '../../api/units.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './add-unit-dialog.module.css';

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
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped && !remove.isPending) remove.mutate();
        }}
      >
        <p className={styles['text']}>
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
        <div className={styles['buttons']}>
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
