import type { z } from 'zod';
import { menuHours } from '../../contract/menu-categories.ts';
import type { CategoryRow } from './menu-categories.queries.ts';

/** Hours of a category; null for all times. */
export const hoursOf = ({ hours }: Pick<CategoryRow, 'hours'>): z.output<typeof menuHours> | null =>
  menuHours.nullable().parse(hours);
