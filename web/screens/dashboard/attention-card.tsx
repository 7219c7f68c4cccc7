/**
 * What needs somebody: the issues of the venue, most urgent first, and below them what is no issue but worth doing. Limits
 * of the owner that are nearly reached come last.
 */
import {
  IconChevronRight,
  IconGauge,
  IconHelpCircle,
  IconKeyOff,
  IconMailOff,
  IconMathOff,
  IconPlugConnected,
  IconTool,
} from '@tabler/icons-react';
import type { Permission } from '../../../rules/permissions/roles.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { IssuePage } from '../../api/issues.ts';
import type { Overview } from '../../api/venues.ts';
import { CompactIssues, IssuesLink, NoIssues } from '../../components/issues/issue-row.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { paths } from '../../paths.ts';
import { useOwnerContext } from '../../context/owner-context.ts';
import { may } from '../../session/permissions.ts';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './attention-card.module.css';

type Need = Overview['attention'][number];

/** Issues shown on the dashboard. */
const shownIssues = 6;

const icons = {
  levels: IconHelpCircle,
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
 * Levels link to the menu of the unit, a missing key to the screen of the venue, paused mails to the profile, and a unit
 * that is back to its page. Figures that differ have no screen.
 */
function targetOf({ kind, unitNumber }: Need, venueId: string): Target | null {
  if (kind === 'figures') return null;
  if (kind === 'noKey') return ['settings.write', paths.venue(venueId)];
  if (kind === 'mails') return ['reports.read', paths.emailReports];
  if (unitNumber === null) return ['units.maintenance', paths.units({ venue: venueId })];
  return kind === 'levels'
    ? ['menu.read', paths.unitMenu(venueId, unitNumber)]
    : ['units.maintenance', paths.unit(unitNumber, venueId)];
}

function NeedLine({ need, venueId }: { readonly need: Need; readonly venueId: string }) {
  const { kind, unitNumber, unitName, text } = need;
  const Icon = icons[kind];
  const target = targetOf(need, venueId);
  const words = (
    <>
      <span className={styles['icon']}>
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

interface AttentionCardProps {
  readonly venueId: string;
  /** Undefined while either is loading. */
  readonly overview: Overview | undefined;
  readonly issues: IssuePage | undefined;
  /** Of the issues, where they could not be loaded. */
  readonly lost: { readonly error: Error; readonly onRetry: () => void } | null;
  /** IANA name. */
  readonly timezone: string;
}

export function AttentionCard(props: AttentionCardProps) {
  const { venueId, overview, issues, lost, timezone } = props;
  const { owner } = useOwnerContext();
  const open = issues?.issues.filter(({ state }) => state === 'open') ?? [];
  const count = issues?.counts.all ?? 0;
  const needs = overview?.attention ?? [];
  const nearlyFull = overview?.nearlyFull ?? [];
  const isEmpty = count + needs.length + nearlyFull.length === 0;
  return (
    <Card flush title="Needs attention" actions={<IssuesLink venueId={venueId} count={count} />}>
      {!overview && <LoadingLines />}
      {overview && lost && <LoadError what="issues" error={lost.error} onRetry={lost.onRetry} />}
      {overview && issues && isEmpty && <NoIssues>{'Nothing needs you.'}</NoIssues>}
      <CompactIssues
        page={overview && issues}
        most={shownIssues}
        venueId={venueId}
        timezone={timezone}
      />
      {/* Remounts below another number of issues, so that it causes no layout shift. */}
      <ul key={open.length} className={styles['list']} data-below={open.length > 0}>
        {needs.map((need) => (
          <li key={`${need.kind} ${need.unitId}`}>
            <NeedLine need={need} venueId={venueId} />
          </li>
        ))}
        {nearlyFull.map(({ name, text }) => (
          <li key={name}>
            <NearlyFullLine text={text} {...(owner ? { ownerId: owner.id } : {})} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
