import { discountPercentText, discountRateOf } from '../../../rules/discount.ts';
import { changeUnit } from '../../calls/units.ts';
import type { Unit } from '../../calls/units.ts';
import { useSavedField } from '../../parts/use-saved-field.ts';
import { TextField } from '../../ui/fields.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import { unitDelayMs } from './delays.ts';
import parts from '../../parts/saved-field.module.css';

interface DiscountFieldProps {
  readonly unit: Unit;
  /** Whether the unit shows the confirmation page, where discounts are given. */
  readonly enabled: boolean;
}

export function DiscountField({ unit, enabled }: DiscountFieldProps) {
  const field = useSavedField({
    id: `unit ${unit._id} discount`,
    stored: discountPercentText(unit.discountRate),
    delayMs: unitDelayMs,
    mayBeEmpty: false,
    save: (text) => changeUnit(unit, { discountRate: discountRateOf(text) }),
  });
  return (
    <div className={parts['field']}>
      <TextField
        label="Discount rate"
        description="Only used in free flow"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        rightSection="%"
        disabled={!enabled}
        value={enabled ? field.text : '100'}
        error={field.error}
        onChange={({ currentTarget: { value } }) => field.type(readable(value))}
        onBlur={field.leave}
      />
      <div className={parts['state']}>
        <SaveState status={field.status} />
      </div>
    </div>
  );
}

/** What is typed stays readable as a percentage: what is none, or beyond the range, becomes what it counts as. */
function readable(text: string): string {
  const percent = Number(text);
  if (text === '' || (Number.isFinite(percent) && percent >= 0 && percent <= 100)) return text;
  return discountPercentText(discountRateOf(text));
}
