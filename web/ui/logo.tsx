import styles from './logo.module.css';

/** A ring of bottle places with one pour drawn round it. The picture follows the colour scheme of the page it stands in. */
export function Logo() {
  return (
    <span className={styles['logo']}>
      <img src="/logo.svg" alt="Barback" width="28" height="28" />
      <span aria-hidden="true" className={styles['name']}>
        Barback
      </span>
    </span>
  );
}
