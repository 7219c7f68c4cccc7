import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { errorMessages } from '../../../rules/messages.ts';
import { ingredientFormMessages } from '../../../rules/stock/stock-messages.ts';
import { errorMessage, isRefusal } from '../../api/api-error.ts';
import type { Unit } from '../../api/units.ts';
import { paths } from '../../paths.ts';
import { selectUnit, selectVenue } from '../../context/owner-context.ts';
import { useImagePick } from '../../components/picked-image.tsx';
import { LoadError, LostFlags } from '../../components/load-error.tsx';
import { Card, ErrorLine, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { may } from '../../session/permissions.ts';
import { CostCard } from './cost-card.tsx';
import { isTyped, useHeldDraft } from './draft.ts';
import { useFormData, useStored, useUnsavedDraft } from './use-form-data.ts';
import { FormLayout, FormSkeleton } from './form-layout.tsx';
import { IngredientForm } from './ingredient-form.tsx';
import { PositionChoice } from './position-field.tsx';

function EditIngredient({ id, unitId }: { readonly id: string; readonly unitId: string }) {
  const navigate = useNavigate();
  const { field } = useSearch({ from: '/ingredients/$id/$unitId' });
  const place = useStored(id, unitId);
  const { venue, unit, ingredient, isNewThere } = place;
  const { flags, flagsKnown, flagsLost, stock } = useFormData(venue, unit);
  const handle = useHeldDraft(unit, ingredient);
  const { held } = handle;
  const image = useImagePick();
  useUnsavedDraft(`ingredient ${id} ${unitId}`, handle, image);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && held && flagsKnown) setOpen(true);
  const isLost = !place.unitsPending && !unit;
  const isRefused = isRefusal(place.error);
  const problem = isRefused ? errorMessage(place.error) : isLost && errorMessages.notFound;

  const goTo = async (other: Unit) => {
    const confirmation = { text: ingredientFormMessages.updateUnit, confirmLabel: 'Leave it' };
    if (held && isTyped(held, image) && !(await confirm(confirmation))) return;
    await navigate({ to: '.', href: paths.ingredient(id, other._id), ignoreBlocker: true });
  };

  return (
    <>
      <PageHeader
        title="Edit Ingredient"
        context={ingredient?.name ?? (problem || place.error ? '' : <SkeletonLine width={14} />)}
      />
      {place.lost ? (
        <LoadError what={place.lost.what} onRetry={place.lost.retry} />
      ) : place.error && !isRefused ? (
        <LoadError what="ingredient" error={place.error} onRetry={place.retry} />
      ) : problem ? (
        <Card>
          <ErrorLine onRetry={place.retry}>{problem}</ErrorLine>
        </Card>
      ) : (
        <FormLayout
          choice={
            <PositionChoice
              {...place}
              onUnit={(other) => void goTo(other)}
              isRuledOut={(other) =>
                other.category !== unit?.category && other.inventory[id] === undefined
              }
            />
          }
        >
          <LostFlags venueId={venue?.id} unitNumber={unit?.unitNumber} />
          {isOpen && venue && unit && held ? (
            <IngredientForm
              unit={unit}
              flags={flags}
              stock={stock}
              held={held}
              handle={handle}
              image={image}
              isNewThere={isNewThere}
              isMoving={field === 'positions'}
              onSaved={() => {
                selectVenue(venue.id);
                selectUnit(unit.unitNumber);
              }}
            />
          ) : (
            !flagsLost && <FormSkeleton label="Loading the ingredient" />
          )}
          {isOpen && venue && may('costs.read') && (
            <CostCard venueId={venue.id} ingredientId={id} />
          )}
        </FormLayout>
      )}
    </>
  );
}

export default function EditIngredientScreen() {
  const { id, unitId } = useParams({ from: '/ingredients/$id/$unitId' });
  return <EditIngredient key={`${id} ${unitId}`} id={id} unitId={unitId} />;
}
