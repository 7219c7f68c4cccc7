/** Layout of the pages before sign-in: text on one side, the ring of a unit on the other; and what they share. */
import type { ReactNode } from 'react';
import styles from './auth-layout.module.css';
import { Ring } from './ring.tsx';
import { TextField } from '../ui/fields.tsx';
import { Logo } from '../ui/logo.tsx';
import { titleId } from '../ui/page.tsx';

interface AuthLayoutProps {
  readonly title: string;
  readonly documentTitle?: string;
  readonly children: ReactNode;
}

export function AuthLayout({ title, documentTitle = title, children }: AuthLayoutProps) {
  return (
    <div className={styles['page']}>
      <title>{`${documentTitle} · Barback`}</title>
      <div className={styles['side']}>
        <Logo />
        <div className={styles['words']}>
          <h1 id={titleId} className={styles['title']}>
            {title}
          </h1>
          {children}
        </div>
      </div>
      <div className={styles['picture']} aria-hidden="true">
        <Ring />
      </div>
    </div>
  );
}

/** In place of a page whose content is not known: nothing visible that would move once it is there. */
export const AuthLoading = () => (
  <div aria-busy="true" className="sr-only">
    Loading
  </div>
);

interface AccountEmailFieldProps {
  readonly description?: string;
  readonly error: ReactNode;
}

/** The email of an account, which browsers offer to fill in. */
export const AccountEmailField = (props: AccountEmailFieldProps) => (
  <TextField label="Email" name="email" type="email" autoComplete="username" size="md" {...props} />
);
