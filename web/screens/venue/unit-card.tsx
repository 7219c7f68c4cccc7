import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { unitKeysQuery } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';
import { overviewQuery } from '../../api/venues.ts';
import { TermLabel } from '../../components/terms/term-label.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useFlag } from '../../context/use-flag.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useNow } from '../../ui/now.ts';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { CardReaderPart } from './card-reader-part.tsx';
import { ContactPart } from './contact-part.tsx';
import { ContactStates } from './contact-states.tsx';
import { DeleteUnitDialog } from './delete-unit-dialog.tsx';
import { FlagSwitches } from './flag-switches.tsx';
import { SetUpFields, setUpFields } from './set-up-fields.tsx';
import { UnitKeys } from './unit-keys.tsx';
import { UnitSection } from './unit-section.tsx';
import { contactsText, keysText, readerIdOf, readerText, unitState } from './unit-state.ts';
import styles from './venue-screen.module.css';

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
  const place = { kind: 'unit', key: String(unit.unitNumber) } as const;
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
      <UnitSection title="Set-up" startsOpen={isNew} fields={setUpFields(unit)}>
        <SetUpFields unit={unit} />
      </UnitSection>
      <UnitSection
        title="Card reader"
        state={readerText(readerId)}
        fields={[`unit ${unit._id} paxShift4ReaderId`, `unit ${unit._id} stripeReaderId`]}
      >
        <CardReaderPart key={String(usesPax)} unit={unit} usesPax={usesPax} />
      </UnitSection>
      <UnitSection
        title="Notices"
        state={contactsText(unit)}
        fields={[`unit ${unit._id} contacts`]}
      >
        <Suspense fallback={<SkeletonLine width={20} />}>
          <ContactsField unit={unit} />
        </Suspense>
        <ContactStates unit={unit} />
      </UnitSection>
      <UnitSection title="Connection">
        <ContactPart unit={unit} />
      </UnitSection>
      <UnitSection title="Access" state={keys === undefined ? undefined : keysText(keys)}>
        <UnitKeys unit={unit} />
      </UnitSection>
      {isAdmin && (
        <UnitSection title="Advanced">
          <h4 className={styles['subtitle']}>
            <TermLabel term="feature-flag">Feature flags</TermLabel>
          </h4>
          <FlagSwitches place={place} />
        </UnitSection>
      )}
      {deleting && <DeleteUnitDialog unit={unit} onClose={() => setDeleting(false)} />}
    </Card>
  );
}
