import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import {
  type CardReader,
  readerQuery,
  type Unit,
  unitKeysQuery,
  updateUnit,
} from '../../api/units.ts';
import { overviewQuery } from '../../api/venues.ts';
import { SavedField } from '../saved-field.tsx';
import { TermLabel, WithTerm } from '../terms/term-label.tsx';
import { guessedTimezone } from '../timezone-choice.ts';
import { useFlag } from '../../context/use-night-rules.ts';
import { ContactPart, ContactStates, unitDelayMs, venueDelayMs } from './contact-part.tsx';
import { DeleteUnitDialog } from './unit-dialogs.tsx';
import {
  contactsText,
  FlagSwitches,
  keysText,
  readerIdOf,
  readerText,
  unitState,
} from './flag-switches.tsx';
import { setUpFields, SetUpFields, UnitKeys } from './unit-keys.tsx';
import { UnitSection } from './unit-section.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './unit-settings.module.css';

/** Its field of tags is as large as the rest of the screen. */
const ContactsField = lazyPart(async () => ({
  default: (await import('./contacts-field.tsx')).ContactsField,
}));

interface UnitCardProps {
  readonly unit: Unit;
  readonly isAdmin: boolean;
  /** True for a unit that was just added: its card is scrolled to, focused and marked. */
  readonly isNew: boolean;
}

interface Activity {
  /** Null without a sale, undefined while it is not known. */
  readonly lastSoldMs: number | null | undefined;
  readonly hasKey: boolean | undefined;
}

/** From one request for all units of the venue. */
function useActivity({ venueId, _id }: Unit): Activity {
  const { timezone } = guessedTimezone();
  const { data } = useQuery(overviewQuery(venueId, timezone));
  const { lastSoldAt, hasKey } = data?.units.find(({ unitId }) => unitId === _id) ?? {};
  const lastSoldMs = typeof lastSoldAt === 'string' ? Date.parse(lastSoldAt) : lastSoldAt;
  return { lastSoldMs, hasKey };
}

export function UnitCard({ unit, isAdmin, isNew }: UnitCardProps) {
  const usesPax = useFlag('general--pax-shift4', { kind: 'venue', key: unit.venueId });
  const { lastSoldMs, hasKey } = useActivity(unit);
  // Requested by the section of the keys.
  const listed = useQuery({ ...unitKeysQuery(unit.unitNumber), enabled: false }).data;
  const keys = listed?.length ?? hasKey;
  const readerId = readerIdOf(unit, usesPax);
  const [deleting, setDeleting] = useState(false);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isNew) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <Card
      ref={card}
      isMarked={isNew}
      title={unitTitle(unit)}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => setDeleting(true)}
        >
          Delete
        </Button>
      }
    >
      <p className={styles['unit-state']}>
        {unitState(unit, { lastSoldMs, nowMs: useNow(), keys, readerId })}
      </p>
      <UnitSection title="Setup" startsOpen={isNew} fields={setUpFields(unit)}>
        <SetUpFields unit={unit} />
      </UnitSection>
      <UnitSection
        title="Card reader"
        state={readerText(readerId)}
        fields={[`unit ${unit._id} paxShift4ReaderId`, `unit ${unit._id} stripeReaderId`]}
      >
        <CardReaderPart unit={unit} />
      </UnitSection>
      <UnitSection
        title="Notices"
        state={contactsText(unit)}
        fields={[`unit ${unit._id} contacts`]}
      >
        <ContactsPart unit={unit} />
      </UnitSection>
      <UnitSection title="Network">
        <ContactPart unit={unit} />
      </UnitSection>
      <UnitSection title="API key" state={keys === undefined ? undefined : keysText(keys)}>
        <UnitKeys unit={unit} />
      </UnitSection>
      {isAdmin && (
        <UnitSection title="Advanced">
          <h4 className={styles['subtitle']}>
            <TermLabel term="feature-flag">Feature flags</TermLabel>
          </h4>
          <FlagSwitches place={{ kind: 'unit', key: String(unit.unitNumber) }} />
        </UnitSection>
      )}
      {deleting && <DeleteUnitDialog unit={unit} onClose={() => setDeleting(false)} />}
    </Card>
  );
}

const recordFields: readonly (readonly [keyof CardReader, string])[] = [
  ['serialNumber', 'Serial number'],
  ['displayName', 'Display name'],
  ['addressLine1', 'Address'],
  ['city', 'City'],
  ['state', 'State'],
  ['country', 'Country'],
  ['zipCode', 'Zip code'],
];

/** Phone numbers that get the notices of a unit, and whether they have confirmed. */
export const ContactsPart = ({ unit }: { readonly unit: Unit }) => (
  <>
    <Suspense fallback={<SkeletonLine width={20} />}>
      <ContactsField unit={unit} />
    </Suspense>
    <ContactStates unit={unit} />
  </>
);

/** Reader id of the provider of the venue, and what is known of the reader. A failed fetch shows no error. */
export function CardReaderPart({ unit }: { readonly unit: Unit }) {
  const usesPax = useFlag('general--pax-shift4', { kind: 'venue', key: unit.venueId });
  return <ReaderFields key={String(usesPax)} unit={unit} usesPax={usesPax} />;
}

function ReaderFields({ unit, usesPax }: { readonly unit: Unit; readonly usesPax: boolean }) {
  const { data: reader } = useQuery(readerQuery(unit.stripeReaderId, unit._id));
  const known = recordFields.filter(([name]) => reader?.[name]);
  return (
    <>
      <div className={styles['grid']}>
        <WithTerm term="card-reader" label="Card reader id">
          {usesPax ? (
            <SavedField
              id={`unit ${unit._id} paxShift4ReaderId`}
              label="Card reader id"
              stored={unit.paxShift4ReaderId}
              delayMs={venueDelayMs}
              save={(paxShift4ReaderId) => updateUnit(unit, { paxShift4ReaderId })}
            />
          ) : (
            <SavedField
              id={`unit ${unit._id} stripeReaderId`}
              label="Card reader id"
              stored={unit.stripeReaderId}
              delayMs={unitDelayMs}
              save={(stripeReaderId) => updateUnit(unit, { stripeReaderId })}
            />
          )}
        </WithTerm>
      </div>
      {known.length > 0 && (
        <div className="mt-12">
          <Facts
            label="Card reader record"
            facts={known.map(([name, label]) => ({ label, value: reader?.[name] }))}
          />
        </div>
      )}
    </>
  );
}
