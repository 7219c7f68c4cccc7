import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { discardMessages } from '../../../rules/stock/stock-messages.ts';
import { toMl, type VolumeUnit, volumeUnits } from '../../../rules/stock/ingredient.ts';
import { errorMessage, isOutcomeUnknown } from '../../api/api-error.ts';
import { unitIngredientsQuery } from '../../api/unit-ingredients.ts';
import { newKey } from '../../api/new-key.ts';
import { discardStock } from '../../api/stock-movements.ts';
import { LoadError } from '../../components/load-error.tsx';
import { useUnsaved } from '../../components/form-state.ts';
import { uncertainHint } from '../../components/sent-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine, SkeletonLine } from '../../ui/page.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './maintenance-dialog.module.css';

interface DiscardDialogProps {
  readonly venueId: string;
  readonly unitNumber: number;
  readonly onClose: () => void;
}

/** Asks what cleaning took from each position of a unit. */
export default function DiscardDialog({ venueId, unitNumber, onClose }: DiscardDialogProps) {
  const { data, error, refetch } = useQuery(unitIngredientsQuery(venueId, unitNumber));
  const [unit, setUnit] = useState<VolumeUnit>('ml');
  const [amounts, setAmounts] = useState<Readonly<Record<string, number>>>({});
  // The same on a second try, which then changes nothing that is recorded.
  const [cleaning] = useState(newKey);
  const places = (data ?? [])
    .filter(({ activeInUnit }) => activeInUnit)
    .flatMap(({ _id: ingredientId, name, places: held }) =>
      held.map(({ position }) => ({ ingredientId, name, position: Number(position) })),
    )
    .toSorted((one, other) => one.position - other.position);
  const discards = places.flatMap(({ ingredientId, position }) => {
    const ml = toMl(amounts[position] ?? 0, unit);
    return ml > 0 ? [{ key: `${cleaning} ${position}`, position, ingredientId, ml }] : [];
  });
  const save = useMutation({
    mutationFn: () => discardStock(unitNumber, discards),
    onSuccess: (results) => {
      const moved = results.filter(({ result }) => result === 'moved');
      for (const { position } of moved) {
        const name = places.find((place) => place.position === position)?.name ?? '';
        notify(discardMessages.moved(position, name), 'info');
      }
      onClose();
    },
  });
  // Recorded or not: another amount under the same key would change nothing.
  const isUncertain = isOutcomeUnknown(save.error);
  const isFixed = save.isPending || isUncertain;
  const whenAgreed = useUnsaved(discards.length > 0);
  const close = () => whenAgreed(onClose);
  const [isTried, setTried] = useState(false);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!save.isPending && discards.length > 0) save.mutate();
  };
  const problem = save.error
    ? errorMessage(save.error)
    : isTried && discards.length === 0 && !save.isPending
      ? discardMessages.nothing
      : null;
  return (
    <Dialog title="What cleaning took" onClose={close}>
      <form noValidate className={styles['form']} onSubmit={submit}>
        {problem !== null && <ErrorLine hint={isUncertain && uncertainHint}>{problem}</ErrorLine>}
        <p>The levels become lower by that. Leave a position empty where nothing was taken.</p>
        <SegmentedChoice
          label="Measured in"
          options={volumeUnits}
          value={unit}
          onChange={(chosen) => !isFixed && setUnit(chosen)}
        />
        {error && !data && <LoadError what="positions" error={error} onRetry={refetch} />}
        {!data && !error && <SkeletonLine width={24} />}
        {data && places.length === 0 && <p>No position of this unit is loaded.</p>}
        {places.length > 0 && (
          <div className="grid gap-8">
            {places.map(({ position, name }) => (
              <NumberField
                key={position}
                className={styles['place'] ?? ''}
                label={`Position ${position}: ${name}`}
                placeholder={`0 ${unit}`}
                suffix={` ${unit}`}
                min={0}
                decimalScale={2}
                allowNegative={false}
                readOnly={isFixed}
                value={amounts[position] ?? ''}
                onChange={(value) => setAmounts({ ...amounts, [position]: Number(value) })}
              />
            ))}
          </div>
        )}
        <div className={styles['stuck']}>
          <Button variant="default" onClick={close}>
            Nothing was taken
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
