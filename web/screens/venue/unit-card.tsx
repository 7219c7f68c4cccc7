import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { unitInText, unitTitle } from '../../../rules/units/unit-names.ts';
import { updateUnitDetails, deleteUnit } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';
import { attempt } from '../../components/attempt.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { useFlag } from '../../context/use-flag.ts';
import { Card } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { CardReaderPart } from './card-reader-part.tsx';
import { ContactStates } from './contact-states.tsx';
import { ContactsField } from './contacts-field.tsx';
import { unitDelayMs } from './delays.ts';
import { DiscountField } from './discount-field.tsx';
import { FlagSwitches } from './flag-switches.tsx';
import { ModelField } from './model-field.tsx';
import { UnitKeys } from './unit-keys.tsx';
import styles from './venue-screen.module.css';

const texts = [
  ['idCheckingServiceHostName', 'ID checking service host name'],
  ['homeHelperText', 'Home helper text'],
  ['homeButtonImage', 'Home button image'],
] as const;

interface UnitCardProps {
  readonly unit: Unit;
  readonly isAdmin: boolean;
}

async function remove(unit: Unit): Promise<void> {
  const yes = await confirm({
    text: `Delete ${unitInText(unit)}?`,
    details: [
      'Its inventory, its drinks and its keys go with it.',
      'What it sold stays in the reports.',
    ],
    confirmLabel: 'Delete unit',
    danger: true,
  });
  if (yes) await attempt(`delete unit ${unit._id}`, () => deleteUnit(unit));
}

export function UnitCard({ unit, isAdmin }: UnitCardProps) {
  const place = { kind: 'unit', key: String(unit.unitNumber) } as const;
  const discounts = useFlag('native--show-confirmation-page-in-free-flow', place);
  const usesPax = useFlag('general--pax-shift4', { kind: 'venue', key: unit.venueId });
  return (
    <Card
      title={unitTitle(unit)}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => void remove(unit)}
        >
          Delete
        </Button>
      }
    >
      <div className={styles['grid']}>
        <SavedField
          id={`unit ${unit._id} name`}
          label="Name"
          stored={unit.name ?? ''}
          delayMs={unitDelayMs}
          mayBeEmpty
          input={{ maxLength: 60, placeholder: 'Rooftop left' }}
          save={(text) => updateUnitDetails(unit, { name: text.trim() || null })}
        />
        <ModelField unit={unit} />
        <DiscountField key={String(discounts)} unit={unit} enabled={discounts} />
        <div>
          <ContactsField unit={unit} />
          <ContactStates unit={unit} />
        </div>
        {texts.map(([name, label]) => (
          <SavedField
            key={name}
            id={`unit ${unit._id} ${name}`}
            label={label}
            stored={unit[name]}
            delayMs={unitDelayMs}
            mayBeEmpty
            save={(text) => updateUnitDetails(unit, { [name]: text })}
          />
        ))}
      </div>
      <section className={styles['part']}>
        <h3>Card reader</h3>
        <CardReaderPart key={String(usesPax)} unit={unit} usesPax={usesPax} />
      </section>
      <section className={styles['part']}>
        <h3>Keys</h3>
        <UnitKeys unit={unit} />
      </section>
      {isAdmin && (
        <section className={styles['part']}>
          <h3>Feature flags</h3>
          <FlagSwitches place={place} />
        </section>
      )}
    </Card>
  );
}
