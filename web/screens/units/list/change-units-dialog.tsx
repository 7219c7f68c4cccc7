import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import { withPoint } from '../../../../lib/price-text.ts';
import { discountRateOf } from '../../../../rules/drinks/drink-price.ts';
import { unitFieldLabels } from '../../../../rules/units/unit-field-labels.ts';
import type { UnitFieldChanges } from '../../../api/unit-changes.ts';
import { DialogForm } from '../../../components/sent-form.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';

type Field = keyof typeof unitFieldLabels;

const isField = (text: string): text is Field => text in unitFieldLabels;
const options = Object.entries(unitFieldLabels).map(([value, label]) => ({ value, label }));

function changesOf(field: Field, text: string): UnitFieldChanges {
  if (field === 'discountRate') return { discountRate: discountRateOf(withPoint(text)) };
  if (field === 'model') return { model: text === 'MENU' ? 'MENU' : 'SOLO' };
  return { [field]: text.trim() };
}

interface ChangeUnitsDialogProps {
  /** Number of units. */
  readonly count: number;
  readonly onSend: (changes: UnitFieldChanges) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the value that a field of several units gets. */
export default function ChangeUnitsDialog({ count, onSend, onClose }: ChangeUnitsDialogProps) {
  const [field, setField] = useState<Field>('homeHelperText');
  const [text, setText] = useState('');
  const save = useMutation({
    mutationFn: () => onSend(changesOf(field, text)),
    onSuccess: onClose,
  });
  const type = ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
    setText(value);
  return (
    <DialogForm
      title="Change units"
      submit={`Change ${counted(count, 'unit')}`}
      submitProps={{ disabled: field === 'discountRate' && text.trim() === '' }}
      sending={save}
      isAtFields={false}
      onSend={() => save.mutate()}
      onClose={onClose}
    >
      <SelectField
        label="Field"
        data={options}
        value={field}
        onChange={({ currentTarget: { value } }) => {
          if (!isField(value)) return;
          setField(value);
          setText('');
        }}
      />
      {field === 'model' ? (
        <SelectField
          label="New value"
          data={['SOLO', 'MENU']}
          value={text === 'MENU' ? 'MENU' : 'SOLO'}
          onChange={type}
        />
      ) : (
        <TextField
          label="New value"
          autoComplete="off"
          maxLength={500}
          value={text}
          {...(field === 'discountRate'
            ? { rightSection: '%', inputMode: 'decimal', description: 'Only used in free flow' }
            : { description: 'Left empty, it is removed.' })}
          onChange={type}
        />
      )}
    </DialogForm>
  );
}
