import { exportMessages } from '../../rules/reports/report-messages.ts';
import { fieldError } from '../shared/errors.ts';
import { validIds } from '../shared/ids.ts';
import type { Page, SaleCursor } from './sales-page.queries.ts';

/** Start of the page next to a sale, which `find` returns by its id; undefined without one. */
export async function pageStart(
  { laterThan, earlierThan }: { laterThan?: string | undefined; earlierThan?: string | undefined },
  find: (id: string) => Promise<SaleCursor | undefined>,
): Promise<Page['start']> {
  const [id] = validIds([laterThan ?? earlierThan ?? '']);
  if (laterThan === undefined && earlierThan === undefined) return undefined;
  const later = laterThan !== undefined;
  const than = id === undefined ? undefined : await find(id);
  if (than === undefined)
    throw fieldError({ [later ? 'laterThan' : 'earlierThan']: exportMessages.noSuchSale });
  return { later, than };
}
