import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../../api/api-error.ts';
import { updateUnitDetails } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';
import { SelectField } from '../../ui/fields.tsx';

const models: readonly Unit['model'][] = ['SOLO', 'MENU'];

export function ModelField({ unit }: { readonly unit: Unit }) {
  const save = useMutation({
    // Runs one save at a time, so the last choice is the one that is stored.
    scope: { id: `model of unit ${unit._id}` },
    mutationFn: (model: Unit['model']) => updateUnitDetails(unit, { model }),
  });
  return (
    <SelectField
      label="Model"
      description="As named by the maker of the unit."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={save.isPending ? save.variables : unit.model}
      data={[...models]}
      error={save.error && errorMessage(save.error)}
      onChange={({ currentTarget: { value } }) => {
        const chosen = models.find((name) => name === value);
        if (chosen) save.mutate(chosen);
      }}
    />
  );
}
