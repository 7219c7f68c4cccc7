import { usePlace } from '../../context/place.ts';
import { paths } from '../../paths.ts';

/** Addresses of this screen with a dialog open. */
export function useDialogPaths(): { readonly drink: string; readonly classics: string } {
  const { pathname, search } = usePlace();
  const withDialog = (add: string) => paths.at(pathname, { ...search, add });
  return { drink: withDialog('drink'), classics: withDialog('classics') };
}
