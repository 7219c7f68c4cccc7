import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DrinkPageParams } from '../../api/drink-pages.ts';
import { readPage } from '../../components/list-page.ts';
import { pageSizes } from './menu-pager.tsx';

interface PageState extends DrinkPageParams {
  readonly go: (to: { readonly page: number; readonly size?: number }) => void;
}

/** Menu page from the URL: `?page=2&size=20`, or `?drink=…` for the page with that drink. */
export function usePageState(): PageState {
  // The menu has two paths.
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = readPage(search.page);
  const size = pageSizes.find((choice) => String(choice) === search.size) ?? pageSizes[0];
  const { venue } = search;
  const drink = search.page === undefined ? search.drink : undefined;
  return useMemo(
    () => ({
      page,
      size,
      drink,
      go: (to) => {
        const toSize = to.size ?? size;
        void navigate({
          to: '.',
          search: {
            venue,
            page: String(to.page),
            size: toSize === pageSizes[0] ? undefined : String(toSize),
          },
        });
      },
    }),
    [page, size, drink, venue, navigate],
  );
}
