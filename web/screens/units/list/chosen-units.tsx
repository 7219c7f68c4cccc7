import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { type ChangedUnit, type UnitsChange, updateUnits } from '../../../api/unit-changes.ts';
import type { UnitHealth } from '../../../api/unit-health.ts';
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

interface ChosenUnitsProps {
  readonly venueId: string;
  /** In the list at present. */
  readonly shown: readonly UnitHealth[];
  readonly chosen: readonly string[];
  readonly onChoose: (unitIds: readonly string[]) => void;
}

/** What can be done with several units at once. */
export default function ChosenUnits({ venueId, shown, chosen, onChoose }: ChosenUnitsProps) {
  const [open, setOpen] = useState<'maintenance' | 'change' | null>(null);
  const [refused, setRefused] = useState<readonly ChangedUnit[]>([]);
  const close = () => setOpen(null);
  const send = async (change: UnitsChange) => {
    const units = await updateUnits(venueId, { ...change, units: [...chosen] });
    const left = units.filter(({ status }) => status !== 200);
    const done = units.length - left.length;
    if (done > 0)
      notify(`${counted(done, 'unit')} ${done === 1 ? 'was' : 'were'} changed`, 'success');
    setRefused(left);
    // What was refused can be tried again.
    onChoose(left.map(({ unitId }) => unitId));
  };
  const end = useMutation({ mutationFn: () => send({ maintenance: null }) });
  const ids = shown.map(({ unitId }) => unitId);
  const isAll = ids.length > 0 && ids.every((id) => chosen.includes(id));
  const isNone = chosen.length === 0;
  return (
    <div className={styles['chosen']}>
      <label className={styles['choose']}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() =>
            onChoose(
              isAll ? chosen.filter((id) => !ids.includes(id)) : [...new Set([...chosen, ...ids])],
            )
          }
        />
        All {ids.length}
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
