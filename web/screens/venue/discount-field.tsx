import { withPoint } from '../../../lib/decimal-comma.ts';
import { discountPercentText, discountRateOf } from '../../../rules/drinks/discount.ts';
import { updateUnitDetails } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { WithTerm } from '../../components/terms/term-label.tsx';
import { TextField } from '../../ui/fields.tsx';

interface DiscountFieldProps {
  readonly unit: Unit;
  /** True when the unit shows the confirmation page, where discounts are given. */
  readonly enabled: boolean;
}

const label = 'Discount rate';
const help = { description: 'Only used in free flow', rightSection: '%' } as const;

export function DiscountField({ unit, enabled }: DiscountFieldProps) {
  if (!enabled) {
    return (
      <WithTerm term="discount-rate" label="Discount rate">
        <TextField
          label={label}
          {...help}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled
          readOnly
          value="100"
        />
      </WithTerm>
    );
  }
  return (
    <WithTerm term="discount-rate" label="Discount rate">
      <SavedField
        id={`unit ${unit._id} discount`}
        label={label}
        stored={discountPercentText(unit.discountRate)}
        delayMs={null}
        suffix="%"
        asTyped={readable}
        isPartial={(text) => text === '-'}
        input={{ ...help, inputMode: 'decimal' }}
        save={(text) => updateUnitDetails(unit, { discountRate: discountRateOf(text) })}
      />
    </WithTerm>
  );
}

/** Normalizes the text as a percentage: invalid or out-of-range input becomes the value it counts as. */
function readable(typed: string): string {
  const text = withPoint(typed);
  const percent = Number(text);
  // A number below 0 counts as 0 when it is complete: clamped key by key, -3 would become 03.
  if (/^-\d*$/.test(text)) return text;
  if (text === '' || (Number.isFinite(percent) && percent >= 0 && percent <= 100)) return text;
  return discountPercentText(discountRateOf(text));
}
