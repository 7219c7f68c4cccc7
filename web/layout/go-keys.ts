/** Keys that lead to the screens of the sidebar: `g`, then the letter of the screen. */
import { useNavigate } from '@tanstack/react-router';
import { useVenues } from '../context/use-venues.ts';
import type { Claims } from '../session/claims.ts';
import { useScreenKeys } from '../ui/screen-keys.ts';
import { sidebarGroups } from './sidebar-items.ts';

/** Only screens that the account may open have a key. */
export function useGoKeys(claims: Claims, actsForOwner: boolean): void {
  const navigate = useNavigate();
  const { active } = useVenues();
  const items = sidebarGroups(claims, actsForOwner, active?.id).flatMap((group) => group.items);
  useScreenKeys(
    Object.fromEntries(
      items.flatMap(({ label, href, letter }) =>
        letter === undefined
          ? []
          : [[`g ${letter}`, { label, href, act: () => void navigate({ to: '.', href }) }]],
      ),
    ),
  );
}
