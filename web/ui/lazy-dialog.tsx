import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { Dialog, StillContext } from './dialog.tsx';
import styles from './dialog.module.css';
import { ErrorLine } from './error-line.tsx';
import { SkeletonField } from './skeletons.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Dialog whose code is loaded when it is first opened. Its frame opens at once, and shows when the code cannot be
 * loaded.
 * @param title of the dialog, as it has it itself
 */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  title: string,
  load: Load<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyDialog(props: Props) {
    const [Content, setContent] = useState(() => loaded);
    const [waited] = useState(loaded === undefined);
    const [failed, setFailed] = useState(false);

    useEffect(() => {
      if (Content || failed) return undefined;
      let isGone = false;
      const open = async () => {
        try {
          loaded = (await load()).default;
          if (!isGone) setContent(() => loaded);
        } catch {
          if (!isGone) setFailed(true);
        }
      };
      void open();
      return () => {
        isGone = true;
      };
    }, [Content, failed]);

    if (Content) {
      return (
        <StillContext value={waited}>
          <Content {...props} />
        </StillContext>
      );
    }
    return (
      <Dialog title={title} onClose={props.onClose}>
        {failed ? (
          <ErrorLine onRetry={() => setFailed(false)}>
            This part of the page could not be loaded.
          </ErrorLine>
        ) : (
          <DialogSkeleton />
        )}
      </Dialog>
    );
  };
}

/** A form that is loading. */
export const DialogSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <div aria-hidden="true" className={styles['waiting']}>
      <SkeletonField label=" " />
      <SkeletonField label=" " />
      <SkeletonField label=" " />
    </div>
  </div>
);
