import {
  IconCalendarEvent,
  IconCalendarMonth,
  IconChevronRight,
  IconStar,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { rangePresets } from '../../../lib/day-range.ts';
import { dayAt, type NightRules } from '../../../rules/nights/nights.ts';
import { VenueName } from '../../components/context-line.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useNightRules } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, PageHeader } from '../../ui/page.tsx';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './reports-screen.module.css';

interface Present {
  readonly nowMs: number;
  /** Of the active venue, when it has a clock. */
  readonly rules: NightRules | null | undefined;
}

/** Link to a report on a preset of days. */
function reportOn({ nowMs, rules }: Present, period: string, tab?: string): string {
  const { label, timezone } = guessedTimezone();
  const today = dayAt(rules, nowMs, timezone);
  const days = rangePresets(today).find((days) => days.label === period);
  return paths.salesReport({ from: days?.from, to: days?.to, period, timezone: label, tab });
}

const reports = [
  {
    label: 'Monthly Sales',
    about: 'What was sold this month so far',
    icon: IconCalendarMonth,
    href: (present: Present) => reportOn(present, 'This month'),
  },
  {
    label: 'Daily Sales',
    about: 'What was sold today',
    icon: IconCalendarEvent,
    href: (present: Present) => reportOn(present, 'Today'),
  },
  {
    label: 'Popular Ingredients',
    about: 'What was ordered most this month',
    icon: IconStar,
    href: (present: Present) => reportOn(present, 'This month', 'drinks'),
  },
];

/** Loaded after the screen, with what draws them. */
const SalesCharts = lazyPart(() => import('./sales-charts.tsx'));

/** The cards of the charts in their size. */
const Pending = () => (
  <div aria-busy="true" className="stack gap-18">
    <span className="sr-only">Loading</span>
    <div className={styles['choices']} />
    <Card>
      <div className={styles['series']} />
    </Card>
  </div>
);

/** Reports that need costs. */
const ofCosts = [
  { label: 'Costs', href: paths.costs },
  { label: 'Margins', href: paths.margins() },
  { label: 'Loss', href: paths.loss() },
  { label: 'Comps and spillage', href: paths.lossPack() },
];

export default function ReportsScreen() {
  const nowMs = useNow();
  const { active } = useVenues();
  const { rules } = useNightRules(active?.id);
  return (
    <>
      <PageHeader
        title="Reports"
        context={<VenueName />}
        actions={
          <>
            <LinkButton variant="default" href={paths.certificates()}>
              Certificates
            </LinkButton>
            <LinkButton variant="default" href={paths.accounting()}>
              Accounting
            </LinkButton>
            {may('costs.read') &&
              ofCosts.map(({ label, href }) => (
                <LinkButton key={label} variant="default" href={href}>
                  {label}
                </LinkButton>
              ))}
            {may('sales.write') && (
              <LinkButton variant="default" href={paths.imports()}>
                Import past sales
              </LinkButton>
            )}
          </>
        }
      />
      <div className="stack gap-18">
        <nav aria-label="Reports" className={styles['reports']}>
          <ul>
            {reports.map(({ label, about, icon: Icon, href }) => (
              <li key={label} className={styles['report']}>
                <Icon size={20} stroke={1.6} aria-hidden="true" />
                <div className={styles['words']}>
                  <Link plain href={href({ nowMs, rules })} className={styles['link']}>
                    {label}
                  </Link>
                  <p>{about}</p>
                </div>
                <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
              </li>
            ))}
          </ul>
        </nav>
        <Suspense fallback={<Pending />}>
          <SalesCharts />
        </Suspense>
      </div>
    </>
  );
}
