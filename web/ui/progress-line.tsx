import styles from './progress-line.module.css';

/** A thin moving line: what you see is being refreshed. Takes no space of its own. */
export function ProgressLine({ active }: { readonly active: boolean }) {
  return (
    <div className={styles['track']} data-active={active} aria-hidden="true">
      <div className={styles['line']} />
    </div>
  );
}
