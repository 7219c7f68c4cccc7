import { updateUnitDetails } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { WithTerm } from '../../components/terms/term-label.tsx';
import { useFlag } from '../../context/use-flag.ts';
import { unitDelayMs } from './delays.ts';
import { DiscountField } from './discount-field.tsx';
import { ModelField } from './model-field.tsx';
import styles from './venue-screen.module.css';

const texts = [
  ['homeHelperText', 'Home helper text', 'Shown to guests on the first screen of the unit.'],
  ['homeButtonImage', 'Home button image', 'Picture of the button on that screen.'],
  [
    'idCheckingServiceHostName',
    'ID checking service host name',
    'Server that checks the IDs of guests, such as ids.example.com. Leave it empty without one.',
  ],
] as const;

/** Ids of these fields, under which input that was not saved is kept. */
export const setUpFields = ({ _id }: Unit): readonly string[] =>
  ['name', 'discount', ...texts.map(([name]) => name)].map((name) => `unit ${_id} ${name}`);

function Discount({ unit }: { readonly unit: Unit }) {
  const discounts = useFlag('native--show-confirmation-page-in-free-flow', {
    kind: 'unit',
    key: String(unit.unitNumber),
  });
  return <DiscountField key={String(discounts)} unit={unit} enabled={discounts} />;
}

export const SetUpFields = ({ unit }: { readonly unit: Unit }) => (
  <div className={styles['grid']}>
    <SavedField
      id={`unit ${unit._id} name`}
      label="Name"
      stored={unit.name ?? ''}
      delayMs={null}
      mayBeEmpty
      input={{
        maxLength: 60,
        placeholder: 'Rooftop left',
        description: 'What your staff call this unit. Shown with its number.',
      }}
      save={(text) => updateUnitDetails(unit, { name: text.trim() || null })}
    />
    <ModelField unit={unit} />
    <Discount unit={unit} />
    {texts.map(([name, label, description]) => {
      const field = (
        <SavedField
          key={name}
          id={`unit ${unit._id} ${name}`}
          label={label}
          stored={unit[name]}
          delayMs={unitDelayMs}
          mayBeEmpty
          input={{ description }}
          save={(text) => updateUnitDetails(unit, { [name]: text })}
        />
      );
      if (name !== 'idCheckingServiceHostName') return field;
      return (
        <WithTerm key={name} term="id-checking" label={label}>
          {field}
        </WithTerm>
      );
    })}
  </div>
);
