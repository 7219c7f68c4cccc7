import {
  IconBottle,
  IconBuildingStore,
  IconChartBar,
  IconGlassCocktail,
  IconHistory,
  IconPlus,
} from '@tabler/icons-react';
import { todayIn } from '../../../lib/day-range.ts';
import { useDialogPaths } from '../../components/drink-dialogs/dialog-paths.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Link } from '../../ui/link.tsx';
import { useNow } from '../../ui/now.ts';
import styles from './quick-links.module.css';

/**
 * Links from the dashboard to other screens.
 * @param venueId undefined while loading
 */
export function QuickLinks({ venueId }: { readonly venueId: string | undefined }) {
  const { label: timezone, timezone: zone } = guessedTimezone();
  const dialogPaths = useDialogPaths();
  const today = todayIn(zone, useNow());
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
