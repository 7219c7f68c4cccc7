import { IconBuildingStore, IconCpu } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { menuMessages } from '../../../rules/drinks/menu-messages.ts';
import { paths } from '../../paths.ts';
import { useActiveUnit, useVenues } from '../../context/use-venues.ts';
import { usePlace } from '../../context/place.ts';
import { useImagePick } from '../../components/picked-image.tsx';
import { draftsOf } from '../../components/form-state.ts';
import { LoadError, LostFlags } from '../../components/load-error.tsx';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { ImageField } from './image-field.tsx';
import { useHeldDraft } from './draft.ts';
import { useFormData, useUnsavedDraft } from './use-form-data.ts';
import { FormLayout, FormSkeleton } from './form-layout.tsx';
import { IngredientForm } from './ingredient-form.tsx';
import { PositionChoice } from './position-field.tsx';

const nothing = () => undefined;

const draftId = 'new ingredient';

/** Message shown when a venue or a unit is missing. */
function Missing({ venueId }: { readonly venueId: string | undefined }) {
  const isVenue = venueId === undefined;
  return (
    <Card>
      <EmptyState
        icon={isVenue ? IconBuildingStore : IconCpu}
        action={
          <LinkButton
            variant="default"
            href={isVenue ? paths.createVenue : paths.createUnit(venueId)}
          >
            {isVenue ? 'Add venue' : 'Add unit'}
          </LinkButton>
        }
      >
        {isVenue ? menuMessages.noVenue : menuMessages.noUnits}
      </EmptyState>
    </Card>
  );
}

/** Each ingredient has a form of its own. */
export default function AddIngredientScreen() {
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  const addAnother = () => {
    // What is kept of the form is saved now; the next one would begin with it.
    draftsOf(draftId).drop();
    setRound(round + 1);
    // Without the position, which is taken now.
    void navigate({ to: '.', href: paths.createIngredient, replace: true, ignoreBlocker: true });
  };
  return <AddIngredient key={round} isAnother={round > 0} onAnother={addAnother} />;
}

interface AddIngredientProps {
  readonly isAnother: boolean;
  readonly onAnother: () => void;
}

function AddIngredient({ isAnother, onAnother }: AddIngredientProps) {
  const { chooseVenue, chooseUnit } = usePlace();
  const venuesKnown = useVenues();
  const { venues, active: venue, isPending: venuesPending } = venuesKnown;
  const unitsKnown = useActiveUnit(venue?.id);
  const { units, active: unit, isPending: unitsPending } = unitsKnown;
  const { flags, flagsKnown, flagsLost, stock } = useFormData(venue, unit);
  const { position } = useSearch({ from: '/add-ingredient' });
  // The position in the address was that of the first one.
  const handle = useHeldDraft(unit, null, isAnother ? undefined : position);
  const image = useImagePick();
  useUnsavedDraft(draftId, handle, image);
  // The form stays open; another unit only changes its fields.
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && handle.held && flagsKnown) setOpen(true);
  const isPending = venuesPending || unitsPending;

  return (
    <>
      <PageHeader title="Add Ingredient" context="A bottle, keg or soda-gun item and its place" />
      {venuesKnown.isLost ? (
        <LoadError what="venues" onRetry={venuesKnown.retry} />
      ) : !venuesPending && !venue ? (
        <Missing venueId={undefined} />
      ) : (
        <FormLayout
          choice={
            <PositionChoice
              venues={venues}
              venue={venue}
              units={units}
              unit={unit}
              venuesPending={venuesPending}
              unitsPending={isPending}
              onVenue={chooseVenue}
              onUnit={({ unitNumber }) => chooseUnit(unitNumber)}
            />
          }
        >
          <LostFlags venueId={venue?.id} unitNumber={unit?.unitNumber} />
          {isOpen && unit && handle.held && (
            <IngredientForm
              unit={unit}
              flags={flags}
              stock={stock}
              held={handle.held}
              handle={handle}
              image={image}
              isNewThere={false}
              onSaved={nothing}
              onAnother={onAnother}
              isAnother={isAnother}
            />
          )}
          {unitsKnown.isLost && <LoadError what="units" onRetry={unitsKnown.retry} />}
          {!isPending && !unitsKnown.isLost && venue && !unit && <Missing venueId={venue.id} />}
          {!flagsLost && (isPending || (unit && !isOpen)) && (
            <FormSkeleton
              label="Loading the form"
              picture={
                <ImageField
                  image={image}
                  imageURL=""
                  name=""
                  isRequired
                  isRefused={false}
                  problem={undefined}
                />
              }
            />
          )}
        </FormLayout>
      )}
    </>
  );
}
