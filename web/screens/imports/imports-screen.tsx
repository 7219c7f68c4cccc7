import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../components/load-error.tsx';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { useUnits, useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { Card, EmptyState, PageHeader, SkeletonField } from '../../ui/page.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { ImportList } from './import-list.tsx';
import { NewImport } from './new-import.tsx';

/** Import of past sales into a unit of the venue, and the imports so far. */
export default function ImportsScreen() {
  const { active, state: venues } = useVenues();
  const { state: units } = useUnits(active?.id, [venues]);
  const timezone = useVenueTimezone(active?.id);
  const [started, setStarted] = useState(0);
  return (
    <>
      <PageHeader
        title="Import past sales"
        breadcrumb={<Link href={paths.reports}>All reports</Link>}
        context="Sales of the system that you used before, so that reports include them."
      />
      <div className="stack gap-16">
        <Loaded of={units} pending={<FormSkeleton />} empty={<NoUnit venueId={active?.id} />}>
          {(list) =>
            active && (
              <NewImport
                key={`${active.id} ${started}`}
                venue={active}
                units={list}
                venueTimezone={timezone}
                onStarted={() => setStarted((count) => count + 1)}
              />
            )
          }
        </Loaded>
        {active && <ImportList key={active.id} venueId={active.id} after={[venues]} />}
      </div>
    </>
  );
}

const FormSkeleton = () => (
  <Card>
    <SkeletonField label="CSV file" />
  </Card>
);

const NoUnit = ({ venueId }: { readonly venueId: string | undefined }) => (
  <Card>
    <EmptyState
      icon={IconFileImport}
      action={
        venueId !== undefined && (
          <LinkButton href={paths.createUnit(venueId)}>Add a unit</LinkButton>
        )
      }
    >
      Sales are imported into a unit, and this venue has none yet.
    </EmptyState>
  </Card>
);
