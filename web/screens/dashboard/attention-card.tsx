/**
 * Conditions of the venue that need staff attention, most urgent first; each line links to the screen that resolves
 * it. Limits of the owner that are nearly reached come last.
 */
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBottleOff,
  IconChevronRight,
  IconCircleCheck,
  IconClockExclamation,
  IconCreditCardOff,
  IconGauge,
  IconGlassOff,
  IconHelpCircle,
  IconKeyOff,
  IconMailOff,
  IconMathOff,
  IconPlugConnected,
  IconPlugConnectedX,
  IconReceiptOff,
  IconTool,
  IconZzz,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Permission } from '../../../rules/permissions/roles.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { Overview } from '../../api/venues.ts';
import { paths } from '../../paths.ts';
import { useOwnerContext } from '../../context/owner-context.ts';
import { may } from '../../session/permissions.ts';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './attention-card.module.css';

type Need = Overview['attention'][number];

interface AttentionCardProps {
  readonly venueId: string;
  readonly overview: Overview | undefined;
}

/** Number of lines shown before expanding. */
const shownAtFirst = 6;

const icons = {
  allSilent: IconPlugConnectedX,
  offline: IconPlugConnectedX,
  silent: IconZzz,
  failing: IconGlassOff,
  reader: IconCreditCardOff,
  failed: IconGlassOff,
  refused: IconReceiptOff,
  out: IconBottleOff,
  low: IconAlertTriangle,
  levels: IconHelpCircle,
  clock: IconClockExclamation,
  returned: IconPlugConnected,
  maintenanceEnded: IconTool,
  noKey: IconKeyOff,
  mails: IconMailOff,
  figures: IconMathOff,
} as const;

/** What a line is about that names no unit. */
const subjects: Readonly<Partial<Record<Need['kind'], string>>> = {
  mails: 'Resume in your profile',
  figures: 'Found by the daily comparison',
};

type Target = readonly [permission: Permission, href: string];

/**
 * Failed drinks and refused sales link to their lists, ingredients to the menu of the unit, a missing key to the screen
 * of the venue, paused mails to the profile, and what is found of a unit to its page. Figures that differ have no screen.
 */
function targetOf({ kind, unitNumber }: Need, venueId: string): Target | null {
  if (kind === 'figures') return null;
  if (kind === 'failed') return ['sales.read', paths.failures({ venue: venueId })];
  if (kind === 'refused') return ['sales.read', paths.refusedSales(venueId)];
  if (kind === 'noKey') return ['settings.write', paths.venue(venueId)];
  if (kind === 'mails') return ['reports.read', paths.emailReports];
  if (unitNumber === null) return ['units.maintenance', paths.units({ venue: venueId })];
  const isStock = kind === 'out' || kind === 'low' || kind === 'levels';
  return isStock
    ? ['stock.read', paths.unitMenu(venueId, unitNumber)]
    : ['units.maintenance', paths.unit(unitNumber, venueId)];
}

function NeedLine({ need, venueId }: { readonly need: Need; readonly venueId: string }) {
  const { kind, unitNumber, unitName, text } = need;
  const Icon = icons[kind];
  const target = targetOf(need, venueId);
  const words = (
    <>
      <span className={styles['icon']} data-kind={kind}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
      </span>
      <span className="stack grow shrink">
        <span className="ink">{text}</span>
        <span className="text-13">
          {unitNumber === null
            ? (subjects[kind] ?? 'All units')
            : unitTitle({ unitNumber, name: unitName })}
        </span>
      </span>
    </>
  );
  if (target === null || !may(target[0])) return <div className={styles['line']}>{words}</div>;
  return (
    <Link plain href={target[1]} className={styles['line']}>
      {words}
      <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
    </Link>
  );
}

/** A limit that is nearly reached. A super admin raises it, an owner asks for that. */
function NearlyFullLine({ text, ownerId }: { readonly text: string; readonly ownerId?: string }) {
  const line = (
    <>
      <span className={styles['icon']}>
        <IconGauge size={18} stroke={1.6} aria-hidden="true" />
      </span>
      <span className="stack grow shrink">
        <span className="ink">{text}</span>
        <span className="text-13">
          {ownerId === undefined ? 'Ask your administrator to raise the limit' : 'Raise the limit'}
        </span>
      </span>
    </>
  );
  if (ownerId === undefined) return <p className={styles['line']}>{line}</p>;
  return (
    <Link plain href={paths.owner(ownerId)} className={styles['line']}>
      {line}
      <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
    </Link>
  );
}

function LoadingLines() {
  return (
    <div aria-busy="true">
      <span className="sr-only">Loading</span>
      {[20, 24, 18].map((width) => (
        <div key={width} className={styles['line']}>
          <span className={styles['icon']} />
          <span className="stack grow shrink">
            <SkeletonLine width={width} />
            <span className="text-13">
              <SkeletonLine width={9} />
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}

export function AttentionCard({ venueId, overview }: AttentionCardProps) {
  const [all, setAll] = useState(false);
  const { owner } = useOwnerContext();
  const needs = overview?.attention ?? [];
  const nearlyFull = overview?.nearlyFull ?? [];
  const hidden = all ? 0 : Math.max(0, needs.length - shownAtFirst);
  return (
    <Card flush title="Needs attention">
      {!overview && <LoadingLines />}
      {overview && needs.length + nearlyFull.length === 0 && (
        <p className={styles['line']} data-empty>
          <span className={styles['icon']} data-kind="none">
            <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
          </span>
          {overview.units.length === 0 ? 'Nothing to look after yet.' : 'Nothing right now.'}
        </p>
      )}
      <ul className={styles['list']}>
        {needs.slice(0, needs.length - hidden).map((need) => (
          <li key={`${need.kind} ${need.unitId} ${need.ingredientId ?? ''}`}>
            <NeedLine need={need} venueId={venueId} />
          </li>
        ))}
        {nearlyFull.map(({ name, text }) => (
          <li key={name}>
            <NearlyFullLine text={text} {...(owner ? { ownerId: owner.id } : {})} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <div className={styles['more']}>
          <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
            Show {hidden} more
          </Button>
        </div>
      )}
    </Card>
  );
}
