/** Texts of a confirmation about the drinks that leave the menu. */
import { ingredientFormMessages } from '../../rules/stock/stock-messages.ts';
import { menuLossMessages } from '../../rules/drinks/menu-loss-messages.ts';
import { getMenuLoss, type MenuChange, type MenuLoss } from '../api/menu-loss.ts';
import type { Preview } from '../ui/confirm.tsx';
import { guessedTimezone } from './timezone-choice.ts';

/** After this time the confirmation goes on without it. */
const mostWaitMs = 1_000;

/** What the confirmation shows of a response. */
function previewOf(
  { drinks, perNight, weekday, attention }: MenuLoss,
  confirmLabel: string,
): Preview {
  const lines = drinks.map((drink) => ({
    about: ingredientFormMessages.leavesMenu(drink.name),
    text: menuLossMessages.drink(drink.name, drink.perNight, weekday, drink.elsewhere),
  }));
  return {
    summary: drinks.length === 0 ? '' : menuLossMessages.total(drinks.length, perNight, weekday),
    lines,
    attention,
    confirmLabel: menuLossMessages.confirm(confirmLabel, drinks.length, perNight, weekday),
  };
}

/** Rejects where the server does not respond in time. */
export async function readPreview(
  venueId: string,
  change: MenuChange,
  confirmLabel: string,
): Promise<Preview> {
  const { timezone } = guessedTimezone();
  const signal = AbortSignal.timeout(mostWaitMs);
  return previewOf(await getMenuLoss(venueId, { ...change, timezone }, signal), confirmLabel);
}
