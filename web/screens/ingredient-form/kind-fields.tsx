/** Ingredient type; the controls depend on the unit's category. */
import type { IngredientCategory, IngredientRole } from '../../../rules/stock/ingredient.ts';
import { hasFixedServing } from '../../../rules/stock/ingredient.ts';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import type { IngredientSource } from '../../../rules/stock/positions.ts';
import {
  containerFor,
  servingSizes,
  sizesToEdit,
  withSize as withOption,
} from '../../../rules/stock/serving-sizes.ts';
import { weightMessages } from '../../../rules/stock/weight.ts';
import type { SizeOption } from '../../../rules/stock/serving-sizes.ts';
import { TermLabel, WithTerm } from '../../components/terms/term-label.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { rolesOf, withCategory, withRole, withServing, withSize, withSource } from './draft.ts';
import { isWeighed } from './draft-request.ts';
import type { PartProps } from './form-layout.tsx';
import styles from './ingredient-form.module.css';

const sources: readonly (readonly [IngredientSource, string])[] = [
  ['carousel', 'Carousel'],
  ['soda gun', 'Soda Gun'],
];
const roles: readonly (readonly [IngredientRole, string])[] = [
  ['base', 'Base'],
  ['mixer', 'Mixer'],
];
const categories: readonly IngredientCategory[] = [
  'Liquor',
  'Beer',
  'Wine',
  'Syrup/Puree',
  'Pre-mixed cocktails',
];

const optionsOf = (sizes: readonly SizeOption[]) =>
  sizes.map(({ ml, label }) => ({ value: String(ml), label }));

function SourceChoice({ draft, unitCategory, problems, change }: PartProps) {
  return (
    <fieldset>
      <legend>
        <TermLabel term="source">Where is it loaded?</TermLabel>
      </legend>
      <div className={styles['segments']}>
        {sources.map(([source, label]) => (
          <label key={source}>
            <input
              type="radio"
              name="source"
              value={source}
              checked={draft.source === source}
              data-wrong={problems.source !== undefined}
              onChange={() => change(withSource(draft, source, unitCategory))}
            />
            {label}
          </label>
        ))}
      </div>
      {problems.source !== undefined && <p className={styles['wrong']}>{problems.source}</p>}
    </fieldset>
  );
}

function RoleChoice({ draft, unitCategory, problems, change }: PartProps) {
  return (
    <fieldset>
      <legend>
        <TermLabel term="base-and-mixer">Base or mixer</TermLabel>
      </legend>
      <div className={styles['boxes']}>
        {roles.map(([role, label]) => (
          <label key={role}>
            <input
              type="checkbox"
              checked={draft.roles.includes(role)}
              aria-invalid={problems.baseOrMixer !== undefined}
              onChange={({ currentTarget: { checked } }) =>
                change(withRole(draft, role, checked, unitCategory))
              }
            />
            {label}
          </label>
        ))}
      </div>
      {problems.baseOrMixer !== undefined && (
        <p className={styles['wrong']}>{problems.baseOrMixer}</p>
      )}
    </fieldset>
  );
}

function Sizes({ draft, unitCategory, problems, change, isStored }: PartProps) {
  const container = containerFor(unitCategory, draft.source);
  const isFixed = hasFixedServing({ source: draft.source, category: draft.category }, unitCategory);
  const sizes = isStored ? sizesToEdit(container) : container.sizes;
  return (
    <>
      <WithTerm term="serving-size" label="Serving Size">
        <SelectField
          label="Serving Size"
          value={String(draft.servingSizeMl)}
          data={optionsOf(withOption(servingSizes(unitCategory), draft.servingSizeMl))}
          disabled={isFixed}
          description={isFixed ? ingredientFormMessages.fixedServing : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={problems.servingSize}
          onChange={({ currentTarget: { value } }) =>
            change(withServing(draft, Number(value), unitCategory))
          }
        />
      </WithTerm>
      <SelectField
        label={container.label}
        value={String(draft.sizeMl)}
        data={optionsOf(withOption(sizes, draft.sizeMl))}
        error={problems.ingredientSize}
        onChange={({ currentTarget: { value } }) =>
          change(withSize(draft, Number(value), unitCategory))
        }
      />
    </>
  );
}

function PouringTime({ draft, problems, change }: PartProps) {
  return (
    <WithTerm term="pouring-time" label="Pouring Time">
      <TextField
        label="Pouring Time"
        type="number"
        inputMode="numeric"
        placeholder="17500"
        rightSection="ms"
        value={draft.pouringTime}
        error={problems.ingredientPouringTime}
        onChange={({ currentTarget: { value } }) => change({ ...draft, pouringTime: value })}
        // Prevents scrolling from changing the number.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
    </WithTerm>
  );
}

/** Weight of the empty bottle and density, with which open bottles are counted. */
const Weights = ({ draft, problems, change }: PartProps) => (
  <div className={styles['pair']}>
    <TextField
      label="Empty bottle, g"
      inputMode="decimal"
      autoComplete="off"
      placeholder="Not known"
      description={weightMessages.hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={draft.tareWeight}
      error={problems.tareWeight}
      onChange={({ currentTarget: { value } }) => change({ ...draft, tareWeight: value })}
    />
    <TextField
      label="Density, g per ml"
      inputMode="decimal"
      autoComplete="off"
      placeholder="Not known"
      value={draft.density}
      error={problems.density}
      onChange={({ currentTarget: { value } }) => change({ ...draft, density: value })}
    />
  </div>
);

export function KindFields(props: PartProps & { readonly withMixerCategory: boolean }) {
  const { draft, unitCategory, problems, change, withMixerCategory } = props;
  const isClassic = unitCategory === 'ROTENDER_CLASSIC';
  const hasCategory = isClassic && withMixerCategory && rolesOf(draft).includes('mixer');
  return (
    <>
      <TextField
        label="Ingredient Name"
        required
        autoComplete="off"
        maxLength={200}
        value={draft.name}
        error={problems.name}
        onChange={({ currentTarget: { value } }) => change({ ...draft, name: value })}
      />
      {isClassic && (
        <div className={styles['pair']}>
          <SourceChoice {...props} />
          {draft.source === 'carousel' && <RoleChoice {...props} />}
        </div>
      )}
      {hasCategory && (
        <SelectField
          label="Ingredient Category"
          value={draft.category}
          data={[...categories]}
          error={problems.category}
          onChange={({ currentTarget: { value } }) => {
            const category = categories.find((one) => one === value);
            if (category) change(withCategory(draft, category, unitCategory));
          }}
        />
      )}
      <div className={styles['pair']}>
        <Sizes {...props} />
        {!isClassic && <PouringTime {...props} />}
      </div>
      {isWeighed(draft) && <Weights {...props} />}
    </>
  );
}
