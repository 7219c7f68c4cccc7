import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { standardBarsFor } from '../../../rules/drinks/standard-bars.ts';
import { unitKind } from '../../../rules/units/unit-names.ts';
import { addStandardBar, createUnit, type Unit } from '../../api/units.ts';
import { SelectField } from '../../ui/fields.tsx';
import { fieldErrors } from '../form-state.ts';
import { DialogForm } from '../sent-form.tsx';
import { type ChosenBar, StandardBarFields } from './standard-bar-fields.tsx';

/** The specified names, and the machine that each of them is. */
const categories: Readonly<Record<Unit['category'], string>> = {
  ROTENDER_CLASSIC: 'Classic unit: a carousel of 16 bottles and a soda gun with four lines.',
  BEERTENDER: 'Beer unit: two taps, each with a keg.',
};

const isCategory = (value: string): value is Unit['category'] => value in categories;

interface AddUnitDialogProps {
  readonly venueId: string;
  /** True for the first unit of the venue, which starts with a standard bar unless another choice is made. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
  readonly onAdded: (unit: Unit) => void;
}

/** Mounted anew on each opening, so that it starts with the classic category. */
export default function AddUnitDialog({ venueId, isFirst, onClose, onAdded }: AddUnitDialogProps) {
  const [category, setCategory] = useState<Unit['category']>('ROTENDER_CLASSIC');
  const usual = (of: Unit['category']): ChosenBar => ({
    bar: isFirst ? (standardBarsFor(of)[0] ?? null) : null,
    pricePercent: 100,
  });
  const [chosen, setChosen] = useState(() => usual(category));
  // Of an attempt that added the unit and could not fill it.
  const [made, setMade] = useState<Unit | null>(null);
  const add = useMutation({
    mutationFn: async () => {
      const unit = made ?? (await createUnit(venueId, category));
      setMade(unit);
      const { bar, pricePercent } = chosen;
      if (bar !== null) await addStandardBar(unit, { bar, pricePercent });
      return unit;
    },
    onSuccess: onAdded,
  });
  const close = () => (made ? onAdded(made) : onClose());
  return (
    <DialogForm
      title="Add unit"
      intro={
        <p className="dim">To define the unit category. Cannot be changed after being added.</p>
      }
      submit="Add"
      sending={add}
      onSend={() => add.mutate()}
      onClose={close}
    >
      <SelectField
        label="Category"
        required
        disabled={made !== null}
        value={category}
        data={Object.keys(categories).map((name) => ({
          value: name,
          label: `${name} (${unitKind(name).toLowerCase()})`,
        }))}
        description={categories[category]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={({ currentTarget: { value } }) => {
          if (!isCategory(value)) return;
          setCategory(value);
          setChosen(usual(value));
        }}
      />
      <StandardBarFields
        category={category}
        chosen={chosen}
        onChoose={setChosen}
        errors={fieldErrors(add.error)}
      />
    </DialogForm>
  );
}
