/** Modal dialogs that are open, in the order of opening: everything outside of the last one is inert. */
import { rememberPlace } from './keep-focus.ts';
import { sharedValue } from './shared-value.ts';

export const openModals = sharedValue<readonly HTMLDialogElement[]>([]);

/** Opens the dialog until the returned function is called. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const giveFocusBack = document.activeElement && rememberPlace(document.activeElement);
  dialog.showModal();
  openModals.set([...openModals.get(), dialog]);
  return () => {
    openModals.set(openModals.get().filter((other) => other !== dialog));
    // Closed while still in the DOM, so that the browser restores the focus.
    dialog.close();
    // What opened it may be gone.
    giveFocusBack?.();
  };
}
