import type { z } from 'zod';
import { menuHours } from '../../contract/menu-categories.ts';

/** Hours of a category of the menu from its row; null for all times. */
export const hoursOf = ({
  hours,
}: {
  hours: Record<string, unknown> | null;
}): z.output<typeof menuHours> | null => menuHours.nullable().parse(hours);
