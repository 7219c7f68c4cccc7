import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { Unit } from '../../api/units.ts';
import type { ImagePick } from '../../components/picked-image.tsx';
import { menuLossPreview } from '../../components/menu-loss-preview.ts';
import { drawnPositions } from '../../components/unit-drawing/geometry.ts';
import { UnitDrawing } from '../../components/unit-drawing/unit-drawing.tsx';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, ErrorLine } from '../../ui/page.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { ImageField } from './image-field.tsx';
import { type Confirmation, confirmationFor, holdersOf, overridesOf, useSave } from './use-save.ts';
import {
  differences,
  type Draft,
  type DraftHandle,
  fieldOf,
  type HeldDraft,
  togglePosition,
} from './draft.ts';
import { type Errors, errorsOf } from './draft-request.ts';
import { type PartProps, PriceFields } from './form-layout.tsx';
import { KindFields } from './kind-fields.tsx';
import { PositionField } from './position-field.tsx';
import type { FormFlags, UnitStock } from './use-form-data.ts';
import styles from './ingredient-form.module.css';

interface IngredientFormProps {
  readonly unit: Unit;
  readonly flags: FormFlags;
  readonly stock: UnitStock;
  readonly held: HeldDraft;
  readonly handle: DraftHandle;
  readonly image: ImagePick;
  /** True when the ingredient exists in the venue but is new to the unit. */
  readonly isNewThere: boolean;
  /** True when it was opened to change the positions, which then have the focus. */
  readonly isMoving?: boolean;
  /** Called before navigating to Your Menu. */
  readonly onSaved: () => void;
  /** Called instead of navigating there, when another ingredient is to be added; null where there is no other. */
  readonly onAnother?: (() => void) | null;
  /** True for the form that follows another, which begins with its first field. */
  readonly isAnother?: boolean;
}

const without = (problems: Errors, changed: readonly (keyof Draft)[]): Errors =>
  Object.fromEntries(
    Object.entries(problems).filter(([field]) => !changed.some((one) => fieldOf[one] === field)),
  );

/** Adds what the drinks that leave the menu earn. */
function withPreview({ loss, ...shown }: Confirmation, venueId: string) {
  return loss === null
    ? shown
    : { ...shown, preview: menuLossPreview(venueId, loss, shown.confirmLabel) };
}

export function IngredientForm(props: IngredientFormProps) {
  const { unit, flags, stock, held, handle, image, isNewThere, isMoving = false, onSaved } = props;
  const { onAnother = null, isAnother = false } = props;
  const { draft, stored, seen } = held;
  const { category: unitCategory } = unit;
  const form = useRef<HTMLFormElement>(null);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const isAnotherPressed = useRef(false);
  const [imageRefused, setImageRefused] = useState(false);
  const saving = useSave(handle.accept, onSaved, onAnother);
  const { problems, setErrors, refusals } = saving;

  useEffect(() => {
    if (refusals === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-wrong="true"]',
    );
    if (wrong) wrong.focus();
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [refusals]);

  useEffect(() => {
    if (isAnother) form.current?.querySelector<HTMLInputElement>('input[required]')?.focus();
  }, [isAnother]);

  useEffect(() => {
    if (!isMoving) return undefined;
    // In the frame after the focus has moved to the new screen.
    const frame = requestAnimationFrame(() => {
      const places = form.current?.querySelector('[data-positions]');
      const own = places?.querySelector<HTMLElement>('input:checked');
      (own ?? places?.querySelector<HTMLElement>('input'))?.focus({ preventScroll: true });
      places?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [isMoving]);

  const shown = { unitCategory, threshold: flags.inventory, doublePrice: flags.doubles };
  const holders = holdersOf(stock.ingredients, stock.occupied, stored);
  const places = stock.ingredients && drawnPositions(stock.ingredients);
  const action = stored ? 'Edit Ingredient' : 'Add Ingredient';

  const change = (changed: Draft) => {
    setErrors(without(problems, differences(draft, changed)));
    handle.change(changed);
  };
  const toggle = (position: string) => change(togglePosition(draft, position, unitCategory));

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const thenAnother = isAnotherPressed.current;
    isAnotherPressed.current = false;
    if (saving.isSaving) return;
    const found = errorsOf(draft, shown);
    if (Object.keys(found).length > 0) {
      saving.refuse(found);
      return;
    }
    if (!stored && !image.picked) {
      setImageRefused(true);
      form.current?.querySelector<HTMLElement>('[data-upload]')?.focus();
      return;
    }
    const confirmation = confirmationFor({
      unitNumber: unit.unitNumber,
      before: isNewThere ? null : seen,
      chosen: draft.positions,
      holders,
      drinks: stock.drinks,
      managesInventory: flags.inventory,
    });
    if (confirmation && !(await confirm(withPreview(confirmation, unit.venueId)))) return;
    saving.send({
      held,
      unit,
      shown,
      isNewThere,
      picture: image.picked,
      overrides: overridesOf(holders, draft.positions),
      deactivates: confirmation?.deactivates ?? false,
      thenAnother,
    });
  };

  const part: PartProps = {
    draft,
    unitCategory,
    isStored: stored !== null,
    problems,
    change,
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label={action}
      className={styles['form']}
      onSubmit={(event) => void submit(event)}
    >
      <Card>
        <div className="stack gap-18">
          <KindFields {...part} withMixerCategory={flags.turboshot} />
          <ImageField
            image={image}
            imageURL={stored?.imageURL ?? ''}
            name={stored?.name ?? ''}
            isRequired={!stored}
            isRefused={imageRefused}
            problem={problems.imageURL}
          />
        </div>
      </Card>
      <Card>
        <PositionField
          {...part}
          holders={holders}
          own={(places ?? []).filter(({ ingredientId }) => ingredientId === stored?._id)}
          isPending={!places}
        />
      </Card>
      <div className={styles['drawn']}>
        <Card>
          <UnitDrawing
            category={unitCategory}
            unit={unit}
            source={draft.source}
            places={places}
            highlighted={highlighted}
            onHighlight={setHighlighted}
            choose={{
              selected: new Set(draft.positions),
              ownId: stored?._id ?? null,
              onToggle: toggle,
            }}
          />
        </Card>
      </div>
      <Card>
        <div className="stack gap-18">
          <PriceFields
            {...part}
            withDouble={flags.doubles}
            withThreshold={flags.inventory}
            isFixed={stored !== null && !isNewThere && !may('prices.write')}
          />
        </div>
      </Card>
      <div className="stack gap-10">
        {saving.alerts.map((line) => (
          <ErrorLine key={line}>{line}</ErrorLine>
        ))}
        <div className="dialog-actions">
          <LinkButton variant="default" href={paths.createDrink}>
            Cancel
          </LinkButton>
          {onAnother && (
            <Button
              variant="default"
              disabled={saving.isSaving}
              onClick={() => {
                isAnotherPressed.current = true;
                form.current?.requestSubmit();
              }}
            >
              Save and add another
            </Button>
          )}
          <Button type="submit" loading={saving.isSaving}>
            {action}
          </Button>
        </div>
      </div>
    </form>
  );
}
