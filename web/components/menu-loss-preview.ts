/** What a confirmation shows of the drinks that leave the menu; its texts are loaded when it is asked for. */
import { ingredientFormMessages } from '../../rules/stock/stock-messages.ts';
import type { MenuChange } from '../api/menu-loss.ts';
import type { Preview } from '../ui/confirm.tsx';

/** Asks the server what leaves the menu; says so when there is no response within a second. */
export async function menuLossPreview(
  venueId: string,
  change: MenuChange,
  confirmLabel: string,
): Promise<Preview> {
  try {
    const { readPreview } = await import('./menu-loss-texts.ts');
    return await readPreview(venueId, change, confirmLabel);
  } catch {
    return {
      summary: ingredientFormMessages.lossUnknown,
      lines: [],
      attention: [],
      confirmLabel,
    };
  }
}
