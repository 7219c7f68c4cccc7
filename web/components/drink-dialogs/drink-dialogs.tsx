/** Dialogs for creating drinks; closing one stays on the screen that it was opened on. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { menuMessages } from '../../../rules/drinks/menu-messages.ts';
import type { Unit } from '../../api/units.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { DialogSkeleton, lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { LoadError } from '../load-error.tsx';

const titles = { drink: 'Add a drink', classics: 'Add from the classics' } as const;

const AddDrinkDialog = lazyDialog(titles.drink, async () => ({
  default: (await import('./add-drink-dialog.tsx')).AddDrinkDialog,
}));
const ClassicsDialog = lazyDialog(titles.classics, async () => ({
  default: (await import('./classics-dialog.tsx')).ClassicsDialog,
}));

export interface DrinkDialogsProps {
  readonly add: keyof typeof titles;
  readonly venue: { readonly id: string; readonly name: string } | undefined;
  readonly units: readonly Unit[];
  /** The active unit. */
  readonly unit: Unit | undefined;
  /** True while venues or units are loading. */
  readonly isPending: boolean;
  /** Venues or units that could not be loaded. */
  readonly lost: { readonly retry: () => void } | undefined;
  /** Called when another unit is chosen, on a screen that shows one. */
  readonly onUnit?: (unitNumber: number) => void;
}

export default function DrinkDialogs(props: DrinkDialogsProps) {
  const { add, venue, units, unit: active, isPending, lost, onUnit } = props;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<number | null>(null);
  const unit = units.find(({ unitNumber }) => unitNumber === chosen) ?? active;
  const close = () =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, add: undefined }),
      replace: true,
    });
  if (!venue || !unit) {
    return (
      <Dialog title={titles[add]} onClose={close}>
        {isPending ? (
          <DialogSkeleton />
        ) : lost ? (
          <LoadError what={venue ? 'units' : 'venues'} onRetry={lost.retry} />
        ) : (
          <EmptyState
            action={
              <LinkButton href={venue ? paths.venue(venue.id) : paths.createVenue}>
                {venue ? 'Add unit' : 'Add venue'}
              </LinkButton>
            }
          >
            {venue ? menuMessages.noUnits : menuMessages.noVenue}
          </EmptyState>
        )}
      </Dialog>
    );
  }
  if (add === 'classics') return <ClassicsDialog venue={venue} unit={unit} onClose={close} />;
  return (
    <AddDrinkDialog
      venue={venue}
      units={units}
      unit={unit}
      onUnit={({ unitNumber }) => {
        setChosen(unitNumber);
        onUnit?.(unitNumber);
      }}
      onClose={close}
    />
  );
}
