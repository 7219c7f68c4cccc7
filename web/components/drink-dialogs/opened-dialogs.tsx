/** Dialogs for creating drinks over the screen whose address opens them: `?add=drink` and `?add=classics`. */
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import type { DrinkDialogsProps } from './drink-dialogs.tsx';

const DrinkDialogs = lazyPart(() => import('./drink-dialogs.tsx'));

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
