import styles from './logo.module.css';

/** A ring of bottle positions with one pour drawn around it. The picture follows the color scheme of the page. */
export function Logo() {
  return (
    <span className="inline-flex align-center gap-10">
      <img src="/logo.svg" alt="Barback" width="28" height="28" />
      <span aria-hidden="true" className={styles['name']}>
        Barback
      </span>
    </span>
  );
}
