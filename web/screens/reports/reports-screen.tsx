import {
  IconCalendarEvent,
  IconCalendarMonth,
  IconChevronRight,
  IconStar,
} from '@tabler/icons-react';
import { rangePresets, todayIn } from '../../../lib/day-range.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { useNow } from '../../ui/now.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './reports-screen.module.css';

/** Link to a report on a preset of days. */
function reportOn(nowMs: number, preset: string, tab?: string): string {
  const { label, timezone } = guessedTimezone();
  const days = rangePresets(todayIn(timezone, nowMs)).find((days) => days.label === preset);
  return paths.salesReport({ from: days?.from, to: days?.to, timezone: label, tab });
}

const reports = [
  {
    label: 'Monthly Sales',
    about: 'What was sold this month so far',
    icon: IconCalendarMonth,
    href: (nowMs: number) => reportOn(nowMs, 'This month'),
  },
  {
    label: 'Daily Sales',
    about: 'What was sold today',
    icon: IconCalendarEvent,
    href: (nowMs: number) => reportOn(nowMs, 'Today'),
  },
  {
    label: 'Popular Ingredients',
    about: 'What was ordered most this month',
    icon: IconStar,
    href: (nowMs: number) => reportOn(nowMs, 'This month', 'drinks'),
  },
];

export default function ReportsScreen() {
  const nowMs = useNow();
  return (
    <>
      <PageHeader title="Reports" />
      <Card flush>
        <ul className={styles['list']}>
          {reports.map(({ label, about, icon: Icon, href }) => (
            <li key={label} className={styles['report']}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <div className={styles['words']}>
                <Link plain href={href(nowMs)} className={styles['link']}>
                  {label}
                </Link>
                <p>{about}</p>
              </div>
              <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
