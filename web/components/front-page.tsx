/** Layout of the two pages before sign-in: text on one side, the ring of a unit on the other. */
import type { ReactNode } from 'react';
import { Logo } from '../ui/logo.tsx';
import { Ring } from './ring.tsx';
import styles from './front-page.module.css';

interface FrontPageProps {
  readonly title: string;
  readonly documentTitle?: string;
  readonly children: ReactNode;
}

export function AuthLayout({ title, documentTitle = title, children }: FrontPageProps) {
  return (
    <div className={styles['page']}>
      <title>{`${documentTitle} · Barback`}</title>
      <div className={styles['side']}>
        <Logo />
        <div className={styles['words']}>
          <h1 className={styles['title']}>{title}</h1>
          {children}
        </div>
      </div>
      <div className={styles['picture']} aria-hidden="true">
        <Ring />
      </div>
    </div>
  );
}
