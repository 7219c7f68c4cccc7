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
  contactTexts,
  notReported,
  queuedText,
  readerTexts,
  skewText,
} from '../../components/contact-text.ts';
import { agoText } from '../../components/date-text.ts';
import { useFlag } from '../../context/use-night-rules.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Facts } from '../../ui/facts.tsx';
import { Card, SkeletonCard, SkeletonLine } from '../../ui/page.tsx';
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

function failuresText({ failureRate }: UnitHealth): string {
  if (failureRate === null) return 'Fewer than 4 within a day';
  const { failed, glasses, usual } = failureRate;
  return `${failed} of the last ${glasses} drinks (usually ${percentText(usual)})`;
}

/** Points in time as of now, in the time zone of the venue. */
type Clock = Pick<UnitFactsProps, 'nowMs' | 'timezone'>;

function ago(at: string | null, none: string, { nowMs, timezone }: Clock): ReactNode {
  // A server of the release before sends no startedAt during an upgrade.
  if (!at) return none;
  return (
    <time dateTime={at} title={formatInZone(Date.parse(at), timezone)}>
      {agoText(Date.parse(at), nowMs)}
    </time>
  );
}

function expectedText({ expectedSince }: UnitHealth): string {
  if (expectedSince === null) return 'Too few nights to compare with';
  return `${expectedSince.toLocaleString('en-US', { maximumFractionDigits: 1 })} sales`;
}

function stockText(unit: UnitHealth, venueId: string): ReactNode {
  const low = `${unit.lowStock || 'None'} out or low`;
  if (unit.lowStock === 0 || !may('menu.read')) return low;
  return <Link href={paths.unitMenu(venueId, unit.unitNumber)}>{low}</Link>;
}

interface Row {
  readonly label: string;
  readonly value: (unit: UnitHealth, props: UnitFactsProps) => ReactNode;
}

const rows: readonly Row[] = [
  { label: 'Contact', value: ({ state }) => contactTexts[state] },
  {
    label: contactLabels.lastContact,
    value: ({ lastContactAt }, clock) => ago(lastContactAt, 'Never', clock),
  },
  { label: 'Last sale', value: ({ lastSoldAt }, clock) => ago(lastSoldAt, 'Never sold', clock) },
  { label: 'Expected since then', value: expectedText },
  { label: 'Failed drinks', value: failuresText },
  { label: contactLabels.reader, value: ({ reader }) => readerTexts[reader] },
  { label: contactLabels.queued, value: ({ queued }) => queuedText(queued) },
  { label: contactLabels.clock, value: ({ skewMs }) => skewText(skewMs) },
  { label: contactLabels.software, value: ({ software }) => software || notReported },
  {
    label: contactLabels.started,
    value: ({ startedAt }, clock) => ago(startedAt, notReported, clock),
  },
  { label: 'Ingredients', value: (unit, { venueId }) => stockText(unit, venueId) },
];

/** What is known of a unit now. */
export function UnitFacts(props: UnitFactsProps) {
  const { unit } = props;
  const facts = rows.map(({ label, value }) => ({
    label,
    value: unit ? value(unit, props) : <SkeletonLine width={12} />,
  }));
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
      {!data && !error && <SkeletonCard />}
      <ul className="stack gap-12">
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
