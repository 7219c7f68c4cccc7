import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { createUnit } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { SelectField } from '../../ui/fields.tsx';
import styles from './add-unit-dialog.module.css';

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
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) add.mutate();
        }}
      >
        <p className={styles['text']}>
          To define the unit category. Cannot be changed after being added.
        </p>
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
        <div className={styles['buttons']}>
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
