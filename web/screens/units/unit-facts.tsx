import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import type { FindingKind } from '../../../rules/health/findings.ts';
import { percentText } from '../../../rules/health/health-messages.ts';
import { nextSteps } from '../../../rules/health/next-steps.ts';
import { refusedSalesQuery } from '../../api/refused-sales.ts';
import {
  endMaintenance,
  type Finding,
  startMaintenance,
  type UnitHealth,
} from '../../api/unit-health.ts';
import { attempt } from '../../components/attempt.ts';
import { LoadError } from '../../components/load-error.tsx';
import { RefusedSaleCard } from '../../components/refused-sale-card.tsx';
import {
  contactLabels,
  notReported,
  queuedText,
  readerTexts,
  skewText,
} from '../../components/contact-text.ts';
import { agoText } from '../../components/date-text.ts';
import { useFlag } from '../../context/use-night-rules.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './unit-screen.module.css';

interface UnitFactsProps {
  readonly venueId: string;
  /** Undefined while loading. */
  readonly unit: UnitHealth | undefined;
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
}

const contactTexts = { online: 'Online', offline: 'Offline', new: 'No contact yet' } as const;

function failuresText({ failureRate }: UnitHealth): string {
  if (failureRate === null) return 'Fewer than 4 within a day';
  const { failed, glasses, usual } = failureRate;
  return `${failed} of the last ${glasses} drinks (usually ${percentText(usual)})`;
}

function factsOf(unit: UnitHealth, { venueId, nowMs, timezone }: UnitFactsProps): Fact[] {
  const ago = (at: string | null, none: string): ReactNode =>
    // A server of the release before sends no startedAt during an upgrade.
    !at ? (
      none
    ) : (
      <time dateTime={at} title={formatInZone(Date.parse(at), timezone)}>
        {agoText(Date.parse(at), nowMs)}
      </time>
    );
  const low = unit.lowStock === 0 ? 'None' : `${unit.lowStock} out or low`;
  return [
    { label: 'Contact', value: contactTexts[unit.state] },
    { label: contactLabels.lastContact, value: ago(unit.lastContactAt, 'Never') },
    { label: 'Last sale', value: ago(unit.lastSoldAt, 'Never sold') },
    {
      label: 'Expected since then',
      value:
        unit.expectedSince === null
          ? 'Too few nights to compare with'
          : `${unit.expectedSince.toLocaleString('en-US', { maximumFractionDigits: 1 })} sales`,
    },
    { label: 'Failed drinks', value: failuresText(unit) },
    { label: contactLabels.reader, value: readerTexts[unit.reader] },
    { label: contactLabels.queued, value: queuedText(unit.queued) },
    { label: contactLabels.clock, value: skewText(unit.skewMs) },
    { label: contactLabels.software, value: unit.software === '' ? notReported : unit.software },
    { label: contactLabels.started, value: ago(unit.startedAt, notReported) },
    {
      label: 'Ingredients',
      value:
        unit.lowStock > 0 && may('menu.read') ? (
          <Link href={paths.unitMenu(venueId, unit.unitNumber)}>{low}</Link>
        ) : (
          low
        ),
    },
  ];
}

const labels = [
  'Contact',
  contactLabels.lastContact,
  'Last sale',
  'Expected since then',
  'Failed drinks',
  contactLabels.reader,
  contactLabels.queued,
  contactLabels.clock,
  contactLabels.software,
  contactLabels.started,
  'Ingredients',
];

/** What is known of a unit now. */
export function UnitFacts(props: UnitFactsProps) {
  const { unit } = props;
  const facts = unit
    ? factsOf(unit, props)
    : labels.map((label): Fact => ({ label, value: <SkeletonLine width={12} /> }));
  return (
    <Card title="Now">
      <Facts facts={facts} isLoading={unit === undefined} />
    </Card>
  );
}

interface UnitFindingsProps {
  readonly venueId: string;
  readonly findings: readonly Finding[];
  readonly unit: UnitHealth;
}

interface Target {
  readonly label: string;
  readonly href: string;
}

/** Where a finding is looked into. */
function targetOf(kind: FindingKind, venueId: string, unit: UnitHealth): Target | null {
  if (kind === 'failing' && may('sales.read'))
    return { label: 'Failed pours', href: paths.failures({ venue: venueId }) };
  if (kind === 'returned' && may('reports.read'))
    return {
      label: 'Sales of the unit',
      href: paths.salesReport({ venue: venueId, unit: String(unit.unitNumber) }),
    };
  if (kind === 'reader' && may('settings.write'))
    return {
      label: 'Card reader of the unit',
      href: paths.unit(unit.unitNumber, venueId, 'reader'),
    };
  return null;
}

/** What is wrong with a unit, and what to do about it. */
export function UnitFindings({ venueId, findings, unit }: UnitFindingsProps) {
  if (findings.length === 0) return null;
  return (
    <Card title="Needs attention">
      <ul className={styles['findings']}>
        {findings.map(({ kind, text }) => {
          const target = targetOf(kind, venueId, unit);
          return (
            <li key={kind}>
              <p className="medium">{text}</p>
              <p className="dim text-13 break-anywhere">
                {nextSteps[kind]} {target && <Link href={target.href}>{target.label}</Link>}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

interface UnitRefusedSalesProps {
  readonly venueId: string;
  readonly unit: UnitHealth;
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
}

/** Sales of a unit that were refused and are not settled. */
export function UnitRefusedSales({ venueId, unit, nowMs, timezone }: UnitRefusedSalesProps) {
  const { data, error, refetch } = useQuery({
    ...refusedSalesQuery(venueId, unit.unitId),
    enabled: may('sales.read'),
  });
  if (!may('sales.read')) return null;
  return (
    <section aria-label="Refused sales">
      <h2 className={styles['title']}>Refused sales</h2>
      {error && !data && <LoadError what="refused sales" error={error} onRetry={refetch} />}
      {!data && !error && (
        <Card>
          <SkeletonLine width={24} />
        </Card>
      )}
      <ul className="plain-list stack gap-12">
        {data?.map((sale) => (
          <li key={sale.id}>
            <RefusedSaleCard sale={sale} timezone={timezone} nowMs={nowMs} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const MaintenanceDialog = lazyDialog(
  'Pause for maintenance',
  () => import('./maintenance-dialog.tsx'),
);
const DiscardDialog = lazyDialog('What cleaning took', () => import('./discard-dialog.tsx'));

interface MaintenanceButtonProps {
  readonly venueId: string;
  readonly unit: UnitHealth;
}

/**
 * Pauses the unit for maintenance, or ends that. While it is cleaned, and when that ends, what cleaning took can be entered,
 * where the stock of the unit is managed.
 */
export function MaintenanceButton({ venueId, unit }: MaintenanceButtonProps) {
  const [open, setOpen] = useState<'maintenance' | 'discard' | null>(null);
  const pause = useRef<HTMLButtonElement>(null);
  const place = { kind: 'unit', key: String(unit.unitNumber) } as const;
  const isTracked = useFlag('general--inventory-management', place);
  const isCleaned = unit.inMaintenance?.reason === 'cleaning' && isTracked && may('stock.refill');
  const end = async () => {
    // The button that was pressed is gone at once.
    pause.current?.focus();
    const isDone = await attempt(`maintenance of ${unit.unitId}`, () =>
      endMaintenance(unit.unitNumber),
    );
    if (isDone && isCleaned) setOpen('discard');
  };
  const close = () => setOpen(null);
  return (
    <>
      {unit.inMaintenance !== null && <Button onClick={() => void end()}>End maintenance</Button>}
      {isCleaned && (
        <Button variant="default" onClick={() => setOpen('discard')}>
          Enter what cleaning took
        </Button>
      )}
      <Button ref={pause} variant="default" onClick={() => setOpen('maintenance')}>
        {unit.inMaintenance === null ? 'Pause for maintenance' : 'Change maintenance'}
      </Button>
      {open === 'maintenance' && (
        <MaintenanceDialog
          reason={unit.inMaintenance?.reason}
          onSend={(maintenance) => startMaintenance(unit.unitNumber, maintenance)}
          onClose={close}
        />
      )}
      {open === 'discard' && (
        <DiscardDialog venueId={venueId} unitNumber={unit.unitNumber} onClose={close} />
      )}
    </>
  );
}
