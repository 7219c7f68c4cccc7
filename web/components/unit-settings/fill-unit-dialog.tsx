import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { standardBarsFor } from '../../../rules/drinks/standard-bars.ts';
import { type NamedUnit, unitInText } from '../../../rules/units/unit-names.ts';
import { addStandardBar, type Unit } from '../../api/units.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { fieldErrors } from '../form-state.ts';
import { DialogForm } from '../sent-form.tsx';
import { type ChosenBar, StandardBarFields } from './standard-bar-fields.tsx';

interface FillUnitDialogProps {
  readonly unit: NamedUnit & Pick<Unit, 'category'>;
  readonly onClose: () => void;
}

/** Fills a unit that has nothing yet with a standard bar. */
export default function FillUnitDialog({ unit, onClose }: FillUnitDialogProps) {
  const [chosen, setChosen] = useState<ChosenBar>({
    bar: standardBarsFor(unit.category)[0] ?? null,
    pricePercent: 100,
  });
  const { bar, pricePercent } = chosen;
  const fill = useMutation({
    mutationFn: async () => {
      if (bar !== null) await addStandardBar(unit, { bar, pricePercent });
    },
    onSuccess: onClose,
  });
  return (
    <DialogForm
      title="Load the bottles"
      intro={
        <p className="dim">
          Fill {unitInText(unit)} with a standard bar, or{' '}
          <Link href={paths.createIngredient}>add ingredients one by one</Link>.
        </p>
      }
      submit="Fill the unit"
      sending={fill}
      onSend={() => fill.mutate()}
      onClose={onClose}
    >
      <StandardBarFields
        category={unit.category}
        chosen={chosen}
        onChoose={setChosen}
        errors={fieldErrors(fill.error)}
        mayBeEmpty={false}
      />
    </DialogForm>
  );
}
