/** Dialogs for creating drinks over the screen whose address opens them: `?add=drink` and `?add=classics`. */
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { usePlace } from '../../context/place.ts';
import { paths } from '../../paths.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { DrinkDialogsProps } from './drink-dialogs.tsx';

const DrinkDialogs = lazyPart(() => import('./drink-dialogs.tsx'));

/** Addresses of this screen with a dialog open. */
export function useDialogPaths(): { readonly drink: string; readonly classics: string } {
  const { pathname, search } = usePlace();
  const withDialog = (add: string) => paths.at(pathname, { ...search, add });
  return { drink: withDialog('drink'), classics: withDialog('classics') };
}

export function OpenedDialogs(props: Omit<DrinkDialogsProps, 'add'>) {
  // Several screens have the dialogs.
  const { add } = useSearch({ strict: false });
  if (add !== 'drink' && add !== 'classics') return null;
  return (
    <Suspense>
      <DrinkDialogs {...props} add={add} />
    </Suspense>
  );
}
