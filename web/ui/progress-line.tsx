import styles from './progress-line.module.css';

/** Thin animated line that marks a background refresh. Takes no layout space. */
export function ProgressLine({ active }: { readonly active: boolean }) {
  return (
    <div className={styles['track']} data-active={active} aria-hidden="true">
      <div className={styles['line']} />
    </div>
  );
}
