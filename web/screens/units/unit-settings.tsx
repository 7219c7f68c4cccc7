import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unitInText, unitTitle } from '../../../rules/units/unit-names.ts';
import type { Unit } from '../../api/units.ts';
import { LoadError } from '../../components/load-error.tsx';
import { TermLabel } from '../../components/terms/term-label.tsx';
import { FlagSwitches } from '../../components/unit-settings/flag-switches.tsx';
import { CardReaderPart, ContactsPart } from '../../components/unit-settings/unit-card.tsx';
import { DeleteUnitDialog } from '../../components/unit-settings/unit-dialogs.tsx';
import { SetUpFields, UnitKeys } from '../../components/unit-settings/unit-keys.tsx';
import { useUnits } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { isSuperAdmin } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Card, SkeletonField } from '../../ui/page.tsx';

const CopyDialog = lazyDialog('Copy setup', () => import('./copies/copy-dialog.tsx'));
const TemplatesDialog = lazyDialog('Templates', () => import('./copies/templates-dialog.tsx'));
const EarlierCopiesDialog = lazyDialog(
  'Earlier copies',
  () => import('./copies/earlier-copies-dialog.tsx'),
);

function SetUp({ unit }: { readonly unit: Unit }) {
  const navigate = useNavigate();
  const session = useSession();
  const [open, setOpen] = useState<'copy' | 'copies' | 'templates' | 'deletion' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="stack gap-18">
      <Card
        title="Setup"
        actions={
          <>
            <Button variant="default" size="compact-sm" onClick={() => setOpen('copy')}>
              Copy to…
            </Button>
            <ActionMenu
              label="More for the unit"
              about={unitTitle(unit)}
              actions={[
                { label: 'Templates', onSelect: () => setOpen('templates') },
                { label: 'Earlier copies', onSelect: () => setOpen('copies') },
                { label: 'Delete unit', onSelect: () => setOpen('deletion') },
              ]}
            />
          </>
        }
      >
        <SetUpFields unit={unit} />
      </Card>
      {session && isSuperAdmin(session.claims) && (
        <Card title="Advanced">
          <h3 className="text-13 mt-0">
            <TermLabel term="feature-flag">Feature flags</TermLabel>
          </h3>
          <FlagSwitches place={{ kind: 'unit', key: String(unit.unitNumber) }} />
        </Card>
      )}
      {open === 'copy' && (
        <CopyDialog
          source={{ name: unitInText(unit), of: { from: unit._id } }}
          venueId={unit.venueId}
          onClose={close}
        />
      )}
      {open === 'templates' && <TemplatesDialog unit={unit} onClose={close} />}
      {open === 'copies' && <EarlierCopiesDialog venueId={unit.venueId} onClose={close} />}
      {open === 'deletion' && (
        <DeleteUnitDialog
          unit={unit}
          onClose={close}
          onDeleted={() =>
            void navigate({ to: '.', href: paths.units({ venue: unit.venueId }), replace: true })
          }
        />
      )}
    </div>
  );
}

const parts = {
  setup: SetUp,
  reader: ({ unit }: { readonly unit: Unit }) => (
    <Card title="Card reader">
      <CardReaderPart unit={unit} />
    </Card>
  ),
  contacts: ({ unit }: { readonly unit: Unit }) => (
    <Card title="Contacts">
      <ContactsPart unit={unit} />
    </Card>
  ),
  key: ({ unit }: { readonly unit: Unit }) => (
    <Card title="Key">
      <UnitKeys unit={unit} />
    </Card>
  ),
} as const;

interface UnitSettingsProps {
  readonly venueId: string;
  readonly number: string;
  readonly part: keyof typeof parts;
}

/** A part of the settings of a unit, which its card on the page of the venue has too. */
export default function UnitSettings({ venueId, number, part }: UnitSettingsProps) {
  const { units, isPending, isLost, retry } = useUnits(venueId);
  const unit = units.find(({ unitNumber }) => String(unitNumber) === number);
  const Part = parts[part];
  if (isLost) return <LoadError what="unit" onRetry={retry} />;
  if (unit) return <Part key={unit._id} unit={unit} />;
  return (
    isPending && (
      <Card>
        <SkeletonField label=" " />
      </Card>
    )
  );
}
