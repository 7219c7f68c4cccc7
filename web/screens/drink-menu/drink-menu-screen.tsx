import { IconGlassCocktail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { changeMessages } from '../../../rules/change-messages.ts';
import { type DrinkPageParams, drinkPageQuery } from '../../api/drink-pages.ts';
import { deleteDrink, type Drink, undeleteDrink } from '../../api/drinks.ts';
import { flagsQuery } from '../../api/flags.ts';
import { attempt, offerUndo } from '../../components/attempt.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { useDialogPaths } from '../../components/drink-dialogs/dialog-paths.ts';
import { OpenedDialogs } from '../../components/drink-dialogs/opened-dialogs.tsx';
import { Loaded, LostFlags } from '../../components/load-error.tsx';
import { readPage } from '../../components/list-page.ts';
import { useActiveUnit, useVenues } from '../../context/use-venues.ts';
import { menuColumns } from './menu-columns.tsx';
import { may } from '../../session/permissions.ts';
import { Card, EmptyState, PageHeader } from '../../ui/page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { failuresOf, type LoadState, loadState, rowsOf } from '../../ui/load-state.tsx';
import { InlineSelect } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { PageBar } from '../../ui/pager.tsx';
import { MenuTabs } from '../../components/menu-tabs.tsx';
import styles from './drink-menu-screen.module.css';

const noDrinks: readonly Drink[] = [];

export default function DrinkMenuScreen() {
  const venuesKnown = useVenues();
  const { active: venue, isPending: venuesPending } = venuesKnown;
  const unitsKnown = useActiveUnit(venue?.id, [venuesKnown.state]);
  const { units, isPending: unitsPending } = unitsKnown;
  const dialogPaths = useDialogPaths();
  const place = usePageState();
  const { data: flags, isLoading: flagsLoading } = useQuery(
    flagsQuery({ kind: 'venue', key: venue?.id ?? '' }),
  );
  const withDouble = flags?.['general--double-order'] ?? false;
  const result = useQuery({
    ...drinkPageQuery(venue?.id ?? '', place),
    enabled: venue !== undefined,
  });
  const { data, isPlaceholderData } = result;
  const known = loadState(result, {
    what: 'drinks',
    after: [venuesKnown.state],
    isEmpty: () => false,
  });
  const drinks = data?.drinks ?? noDrinks;
  const { current: page, total } = data?.pagination ?? { current: 1, total: 0 };
  const pages = Math.max(1, Math.ceil(total / place.size));

  const isShown = data !== undefined && !isPlaceholderData;
  useMarkedRow(place.drink, isShown);
  const willDelete = useFocusAfterDelete(drinks, isShown);
  const columns = useMemo(() => {
    const onDelete = async (drink: Drink) => {
      // The specification requires the browser's native confirmation here.
      if (!window.confirm('Are you sure you want to Delete this drink?')) return;
      willDelete(drink._id);
      if (!(await attempt(`delete ${drink._id}`, () => deleteDrink(drink)))) return;
      place.go({ page: 1 });
      offerUndo(
        changeMessages.drinkDeleted(drink.name),
        () => undeleteDrink(drink),
        changeMessages.drinkBack(drink.name),
      );
    };
    return menuColumns({
      withDouble,
      withUnit: units.length > 1,
      onDelete: (drink) => void onDelete(drink),
    });
  }, [withDouble, units.length, place, willDelete]);

  // Units and flags decide on the columns: rows that are shown before them would move.
  const isPending = known.state === 'pending' || unitsPending || flagsLoading;
  const rows: LoadState<readonly Drink[]> = isPending
    ? { state: 'pending' }
    : rowsOf(known, (shownPage) => shownPage.drinks);
  return (
    <>
      <PageHeader
        title="Your Drink Menu"
        context={
          <ContextLine>
            <VenueName />
            {venue && (
              <span className={styles['hint']}>
                {may('prices.write')
                  ? ' · Type over a name or a price to change it'
                  : ' · Type over a name to change it'}
              </span>
            )}
          </ContextLine>
        }
        actions={
          <>
            <LinkButton variant="default" href={dialogPaths.classics}>
              Add from the classics
            </LinkButton>
            <LinkButton href={dialogPaths.drink}>Add a drink</LinkButton>
          </>
        }
        tabs={<MenuTabs current="drinks" />}
      />
      <OpenedDialogs
        venue={venue}
        units={units}
        unit={unitsKnown.active}
        isPending={venuesPending || unitsPending}
        lost={[venuesKnown, unitsKnown].find(({ isLost }) => isLost)}
      />
      <LostFlags venueId={venue?.id} />
      {failuresOf(known).length > 0 && (
        <div className={styles['error']}>
          <Loaded of={known}>{() => null}</Loaded>
        </div>
      )}
      {rows.state !== 'failed' && (
        <Card flush>
          <DataTable
            label="Drinks"
            columns={columns}
            of={rows}
            rowKey={({ _id }) => _id}
            isMarked={({ _id }) => _id === place.drink}
            skeletonRows={place.size}
            empty={<EmptyState icon={IconGlassCocktail}>There are no drinks yet.</EmptyState>}
          />
          {/* Remounts the bar with the loaded rows, so that it causes no layout shift. */}
          <MenuPager
            key={isPending ? 'loading' : `${place.size}`}
            page={page}
            pages={pages}
            size={place.size}
            onPage={(next) => place.go({ page: next })}
            onSize={(size) => place.go({ page: 1, size })}
          />
        </Card>
      )}
    </>
  );
}

export const pageSizes = [10, 20, 30, 40, 50] as const;

interface MenuPagerProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** Pagination: first, previous, next, last, `Page X of Y`, page number and page size. */
export function MenuPager({ page, pages, size, onPage, onSize }: MenuPagerProps) {
  return (
    <div className={styles['foot']}>
      <PageBar
        label="Drink menu pages"
        text={`Page ${page} of ${pages}`}
        steps={[
          { to: 'first', name: 'First page', disabled: page <= 1, onPress: () => onPage(1) },
          {
            to: 'previous',
            name: 'Previous page',
            disabled: page <= 1,
            onPress: () => onPage(page - 1),
          },
          {
            to: 'next',
            name: 'Next page',
            disabled: page >= pages,
            onPress: () => onPage(page + 1),
          },
          { to: 'last', name: 'Last page', disabled: page >= pages, onPress: () => onPage(pages) },
        ]}
      >
        <GoTo page={page} pages={pages} onPage={onPage} />
        <span className={styles['choice']}>
          <span aria-hidden="true">Show</span>
          <InlineSelect
            aria-label="Drinks per page"
            value={size}
            data={pageSizes.map(String)}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          />
        </span>
      </PageBar>
    </div>
  );
}

/** Navigates on Enter and on blur, not while a number is being typed. */
function GoTo({ page, pages, onPage }: Pick<MenuPagerProps, 'page' | 'pages' | 'onPage'>) {
  const [text, setText] = useState(String(page));
  const [shown, setShown] = useState(page);
  if (shown !== page) {
    setShown(page);
    setText(String(page));
  }
  const go = () => {
    const requested = Math.min(pages, Math.max(1, Math.trunc(Number(text)) || page));
    if (requested === page) setText(String(page));
    else onPage(requested);
  };
  return (
    <label className={styles['choice']}>
      <span>Go to page</span>
      <input
        type="number"
        min={1}
        max={pages}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
      />
    </label>
  );
}

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

// Where the drink menu scrolls to and what has the focus after a change.

/** Scrolls to the marked row when it is first shown. */
export function useMarkedRow(drinkId: string | undefined, isShown: boolean): void {
  useEffect(() => {
    if (drinkId === undefined || !isShown) return undefined;
    // In the frame after the router has scrolled to the top.
    const frame = requestAnimationFrame(() =>
      document.querySelector('tr[data-marked]')?.scrollIntoView({ block: 'center' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [drinkId, isShown]);
}

const deleteButtons = () => [...document.querySelectorAll<HTMLElement>('[data-delete]')];

/**
 * Focuses the row after a deleted one, or the first row when it is not on the page, unless something has the focus.
 * @returns a function to call before a drink is deleted
 */
export function useFocusAfterDelete(
  drinks: readonly Drink[],
  isShown: boolean,
): (drinkId: string) => void {
  const deletion = useRef<{ id: string; next: string | undefined } | null>(null);
  useEffect(() => {
    const { id, next } = deletion.current ?? {};
    if (id === undefined || !isShown || drinks.some(({ _id }) => _id === id)) return;
    deletion.current = null;
    // The rows may have it, in place of the deleted one.
    if (document.activeElement && !document.activeElement.matches('body, tbody')) return;
    const buttons = deleteButtons();
    const target = buttons.find(({ dataset }) => dataset['delete'] === next) ?? buttons[0];
    (target ?? document.querySelector('main'))?.focus();
  }, [drinks, isShown]);
  return useCallback((drinkId) => {
    const ids = deleteButtons().map(({ dataset }) => dataset['delete']);
    const index = ids.indexOf(drinkId);
    deletion.current = { id: drinkId, next: ids[index + 1] ?? ids[index - 1] };
  }, []);
}
