/** Dialogs for creating drinks, opened by URL: `?add=drink` and `?add=classics`. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Unit } from '../../api/units.ts';
import { selectUnit } from '../../context/owner-context.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const AddDrinkDialog = lazyPart(async () => ({
  default: (await import('./add-drink-dialog.tsx')).AddDrinkDialog,
}));
const ClassicsDialog = lazyPart(async () => ({
  default: (await import('./classics-dialog.tsx')).ClassicsDialog,
}));

interface DrinkDialogsProps {
  readonly venue: { readonly id: string; readonly name: string } | undefined;
  readonly units: readonly Unit[];
  /** The active unit. */
  readonly unit: Unit | undefined;
}

export function DrinkDialogs({ venue, units, unit }: DrinkDialogsProps) {
  const { add } = useSearch({ from: '/add-drink' });
  const navigate = useNavigate();
  if (!venue || !unit) return null;
  const close = () =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, add: undefined }),
      replace: true,
    });
  return (
    <Suspense>
      {add === 'drink' && (
        <AddDrinkDialog
          venue={venue}
          units={units}
          unit={unit}
          onUnit={({ unitNumber }) => selectUnit(unitNumber)}
          onClose={close}
        />
      )}
      {add === 'classics' && <ClassicsDialog venue={venue} unit={unit} onClose={close} />}
    </Suspense>
  );
}
