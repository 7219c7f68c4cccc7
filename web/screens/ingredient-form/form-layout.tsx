import { Skeleton, type TextInputProps } from '@mantine/core';
import type { FocusEvent, ReactNode } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { dollarsOf } from '../../../lib/price-text.ts';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import type { UnitCategory } from '../../../rules/stock/positions.ts';
import { thresholdOf, thresholdText } from '../../../rules/stock/ingredient.ts';
import { WithTerm } from '../../components/terms/term-label.tsx';
import type { Draft } from './draft.ts';
import type { Errors } from './draft-request.ts';
import { Card, ProgressLine, SkeletonField } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import styles from './ingredient-form.module.css';

/** Props of every part of the form. */
export interface PartProps {
  readonly draft: Draft;
  readonly unitCategory: UnitCategory;
  /** True when the ingredient already exists. */
  readonly isStored: boolean;
  readonly problems: Errors;
  readonly change: (draft: Draft) => void;
}

interface FormLayoutProps {
  /** Unit selector; it stays mounted while the form switches to another unit. */
  readonly choice: ReactNode;
  readonly children: ReactNode;
}

/** The form, with the unit next to it on wide screens. */
export const FormLayout = ({ choice, children }: FormLayoutProps) => (
  <div className={styles['columns']}>
    {choice}
    {children}
  </div>
);

interface FormSkeletonProps {
  readonly label: string;
  /** The picture field, where what it shows is already known. */
  readonly picture?: ReactNode;
}

/** Skeleton while the set of fields is loading. */
export function FormSkeleton({ label, picture }: FormSkeletonProps) {
  return (
    <>
      <progress aria-label={label} className="sr-only" />
      <ProgressLine active />
      <Card>
        <div inert className="stack gap-18">
          <SkeletonField label="Ingredient Name" />
          <div className={styles['pair']}>
            <SkeletonField label="Serving Size" />
            <SkeletonField label="Size" />
          </div>
          <div className={styles['pair']}>
            <SkeletonField label="Empty bottle, g" />
            <SkeletonField label="Density, g per ml" />
          </div>
          {picture ?? <Skeleton height={202} width={302} maw="100%" radius={8} />}
        </div>
      </Card>
      <Card>
        <Skeleton height={54} radius={8} />
      </Card>
      <Card>
        <div aria-hidden="true" className={styles['pair']}>
          <SkeletonField label="Base Price" />
        </div>
      </Card>
      <div className={styles['drawn']} aria-hidden="true">
        <Card>
          <div className={styles['ring']} />
        </Card>
      </div>
    </>
  );
}

// Prices and restock threshold.

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
