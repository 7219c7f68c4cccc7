/** Prices and restock threshold. */
import type { TextInputProps } from '@mantine/core';
import type { FocusEvent } from 'react';
import { ingredientFormMessages } from '../../../rules/stock/ingredient-form-messages.ts';
import { formatMoney } from '../../../lib/money.ts';
import { dollarsOf } from '../../../lib/price-text.ts';
import { thresholdOf, thresholdText } from '../../../rules/stock/threshold.ts';
import { WithTerm } from '../../components/terms/term-label.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { PartProps } from './form-layout.tsx';
import styles from './ingredient-form.module.css';

interface PriceFieldsProps extends PartProps {
  readonly withDouble: boolean;
  readonly withThreshold: boolean;
  /** True where the prices of the stored ingredient may not be changed. */
  readonly isFixed: boolean;
}

const below = ['label', 'input', 'description', 'error'] as const;

/** Selects the text on focus, so that typing replaces it. */
const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select();

const price = {
  required: true,
  autoComplete: 'off',
  inputMode: 'decimal',
  leftSection: '$',
  inputWrapperOrder: [...below],
  onFocus: selectAll,
} satisfies TextInputProps;

function DoublePrice({ draft, problems, change }: PartProps) {
  const [single, double] = [dollarsOf(draft.price), dollarsOf(draft.doublePrice)];
  const isLow = single !== null && double !== null && double < single;
  return (
    <WithTerm term="double" label="Double Price" required>
      <TextField
        label="Double Price"
        {...price}
        value={draft.doublePrice}
        description={isLow ? ingredientFormMessages.lowDouble : undefined}
        error={problems.doublePrice}
        onChange={({ currentTarget: { value } }) => change({ ...draft, doublePrice: value })}
      />
    </WithTerm>
  );
}

const amount = (text: string) => formatMoney(dollarsOf(text) ?? 0);

/** Prices as text, for those who may not change them. */
function FixedPrices({ draft, withDouble }: Pick<PartProps, 'draft'> & { withDouble: boolean }) {
  return (
    <dl className={styles['fixed']}>
      <dt>Base Price</dt>
      <dd>{amount(draft.price)}</dd>
      {withDouble && (
        <>
          <dt>Double Price</dt>
          <dd>{amount(draft.doublePrice)}</dd>
        </>
      )}
    </dl>
  );
}

export function PriceFields({ withDouble, withThreshold, isFixed, ...part }: PriceFieldsProps) {
  const { draft, problems, change } = part;
  const hasDouble = withDouble && draft.source === 'carousel';
  return (
    <>
      {withThreshold && (
        <WithTerm term="threshold" label="Threshold %" required>
          <TextField
            label="Threshold %"
            required
            autoComplete="off"
            inputMode="numeric"
            value={draft.threshold}
            description={ingredientFormMessages.thresholdHint}
            inputWrapperOrder={[...below]}
            error={problems.threshold}
            onChange={({ currentTarget: { value } }) =>
              change({ ...draft, threshold: thresholdText(value) })
            }
            onBlur={() =>
              change({ ...draft, threshold: thresholdOf(draft.threshold)?.toString() ?? '' })
            }
          />
        </WithTerm>
      )}
      {isFixed ? (
        <FixedPrices draft={draft} withDouble={hasDouble} />
      ) : (
        <div className={styles['pair']}>
          <WithTerm term="base-price" label="Base Price" required>
            <TextField
              label="Base Price"
              {...price}
              value={draft.price}
              description={
                dollarsOf(draft.price) === 0 ? ingredientFormMessages.freePrice : undefined
              }
              error={problems.price}
              onChange={({ currentTarget: { value } }) => change({ ...draft, price: value })}
            />
          </WithTerm>
          {hasDouble && <DoublePrice {...part} />}
        </div>
      )}
    </>
  );
}
