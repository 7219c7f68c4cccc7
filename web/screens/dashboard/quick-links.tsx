import {
  IconBottle,
  IconBuildingStore,
  IconChartBar,
  IconGlassCocktail,
  IconHistory,
  IconPlus,
} from '@tabler/icons-react';
import { todayIn } from '../../../lib/day-range.ts';
import type { Overview } from '../../api/venues.ts';
import { useDialogPaths } from '../../components/drink-dialogs/dialog-paths.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Link } from '../../ui/link.tsx';
import { useNow } from '../../ui/now.ts';
import styles from './quick-links.module.css';

interface QuickLinksProps {
  /** undefined while loading. */
  readonly venueId: string | undefined;
  /** The running business day of a venue with a clock. */
  readonly night: Overview['night'];
}

/** Links from the dashboard to other screens. */
export function QuickLinks({ venueId, night }: QuickLinksProps) {
  const { label: timezone, timezone: zone } = guessedTimezone();
  const dialogPaths = useDialogPaths();
  const nowMs = useNow();
  const today = night?.day ?? todayIn(zone, nowMs);
  const links = [
    {
      label: 'Sales today',
      icon: IconChartBar,
      href: paths.salesReport({ from: today, to: today, timezone }),
      needs: 'reports.read',
    },
    { label: 'Your menu', icon: IconBottle, href: paths.createDrink, needs: 'stock.read' },
    {
      label: 'Add a drink',
      icon: IconGlassCocktail,
      href: dialogPaths.drink,
      needs: 'drinks.write',
    },
    {
      label: 'Venue and units',
      icon: IconBuildingStore,
      href: venueId === undefined ? paths.venues : paths.venue(venueId),
      needs: 'settings.write',
    },
    { label: 'Add venue', icon: IconPlus, href: paths.createVenue, needs: 'settings.write' },
    { label: 'Activity log', icon: IconHistory, href: paths.audit(), needs: 'audit.read' },
  ] as const;
  return (
    <nav aria-label="Quick links">
      <ul className={styles['links']}>
        {links
          .filter(({ needs }) => may(needs))
          .map(({ label, icon: Icon, href }) => (
            <li key={label}>
              <Link plain href={href} className={styles['link']}>
                <Icon size={18} stroke={1.6} aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
