import { Button } from '@mantine/core';
import { useState } from 'react';
import { endService, type UnitHealth } from '../../api/unit-health.ts';
import { attempt } from '../../components/attempt.ts';
import { useFlag } from '../../context/use-flag.ts';
import { may } from '../../session/permissions.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const ServiceDialog = lazyDialog('Take into service', () => import('./service-dialog.tsx'));
const DiscardDialog = lazyDialog('What cleaning took', () => import('./discard-dialog.tsx'));

interface ServiceButtonProps {
  readonly venueId: string;
  readonly unit: UnitHealth;
}

/**
 * Takes the unit into service, or ends that. While it is cleaned, and when that ends, what cleaning took can be entered,
 * where the stock of the unit is managed.
 */
export function ServiceButton({ venueId, unit }: ServiceButtonProps) {
  const [open, setOpen] = useState<'service' | 'discard' | null>(null);
  const [isEnding, setEnding] = useState(false);
  const place = { kind: 'unit', key: String(unit.unitNumber) } as const;
  const isTracked = useFlag('general--inventory-management', place);
  const isCleaned = unit.inService?.reason === 'cleaning' && isTracked && may('stock.refill');
  const end = async () => {
    setEnding(true);
    const isDone = await attempt(`service of ${unit.unitId}`, () => endService(unit.unitNumber));
    setEnding(false);
    if (isDone && isCleaned) setOpen('discard');
  };
  const close = () => setOpen(null);
  return (
    <>
      {unit.inService !== null && (
        <Button loading={isEnding} onClick={() => void end()}>
          End service
        </Button>
      )}
      {isCleaned && (
        <Button variant="default" onClick={() => setOpen('discard')}>
          Enter what cleaning took
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('service')}>
        {unit.inService === null ? 'Take into service' : 'Change service'}
      </Button>
      {open === 'service' && <ServiceDialog unit={unit} onClose={close} />}
      {open === 'discard' && (
        <DiscardDialog venueId={venueId} unitNumber={unit.unitNumber} onClose={close} />
      )}
    </>
  );
}
