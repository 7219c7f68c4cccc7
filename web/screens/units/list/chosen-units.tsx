import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import { groupBy } from '../../../../lib/lists.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { type ChangedUnit, type UnitsChange, updateUnits } from '../../../api/unit-changes.ts';
import { may } from '../../../session/permissions.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { ErrorLine } from '../../../ui/page.tsx';
import { notify } from '../../../ui/toasts.tsx';
import { titleOf } from './unit-columns.tsx';
import styles from '../units-screen.module.css';

const MaintenanceDialog = lazyDialog(
  'Pause for maintenance',
  () => import('../maintenance-dialog.tsx'),
);
const ChangeDialog = lazyDialog('Change units', () => import('./change-units-dialog.tsx'));

export interface ChosenUnit {
  readonly unitId: string;
  readonly venueId: string;
}

interface ChosenUnitsProps {
  /** In the list at present. */
  readonly shown: readonly ChosenUnit[];
  readonly chosen: readonly ChosenUnit[];
  readonly onChoose: (units: readonly ChosenUnit[]) => void;
}

/** What can be done with several units at once. */
export default function ChosenUnits({ shown, chosen, onChoose }: ChosenUnitsProps) {
  const [open, setOpen] = useState<'maintenance' | 'change' | null>(null);
  const [refused, setRefused] = useState<readonly ChangedUnit[]>([]);
  const close = () => setOpen(null);
  const send = async (change: UnitsChange) => {
    const units: ChangedUnit[] = [];
    for (const [venueId, own] of groupBy(chosen, (unit) => unit.venueId))
      units.push(
        ...(await updateUnits(venueId, { ...change, units: own.map(({ unitId }) => unitId) })),
      );
    const left = units.filter(({ status }) => status !== 200);
    const done = units.length - left.length;
    if (done > 0)
      notify(`${counted(done, 'unit')} ${done === 1 ? 'was' : 'were'} changed`, 'success');
    setRefused(left);
    // What was refused can be tried again.
    const again = new Set(left.map(({ unitId }) => unitId));
    onChoose(chosen.filter(({ unitId }) => again.has(unitId)));
  };
  const end = useMutation({ mutationFn: () => send({ maintenance: null }) });
  const ids = new Set(shown.map(({ unitId }) => unitId));
  const others = chosen.filter(({ unitId }) => !ids.has(unitId));
  const isAll = ids.size > 0 && chosen.length - others.length === ids.size;
  const isNone = chosen.length === 0;
  return (
    <div className={styles['chosen']}>
      <label className={styles['choose']}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(isAll ? others : [...others, ...shown])}
        />
        All {ids.size}
      </label>
      <output className="dim text-13">{counted(chosen.length, 'unit')} chosen</output>
      <Button size="compact-sm" disabled={isNone} onClick={() => setOpen('maintenance')}>
        Pause for maintenance
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={isNone}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        End maintenance
      </Button>
      {may('units.write') && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={isNone}
          onClick={() => setOpen('change')}
        >
          Change a field
        </Button>
      )}
      {end.error && <ErrorLine>{errorMessage(end.error)}</ErrorLine>}
      {refused.map((unit) => (
        <ErrorLine key={unit.unitId}>
          {titleOf(unit)}: {unit.message}
        </ErrorLine>
      ))}
      {open === 'maintenance' && (
        <MaintenanceDialog
          count={chosen.length}
          onSend={(maintenance) => send({ maintenance })}
          onClose={close}
        />
      )}
      {open === 'change' && (
        <ChangeDialog
          count={chosen.length}
          onSend={(changes) => send({ changes })}
          onClose={close}
        />
      )}
    </div>
  );
}
