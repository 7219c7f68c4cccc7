import { IconShieldLock } from '@tabler/icons-react';
import { isOwner, isSuperAdmin } from '../../session/claims.ts';
import type { Claims } from '../../session/claims.ts';
import styles from './profile-screen.module.css';

/** Says why an account without a second factor can use nothing but its profile. */
export function FactorNotice({ claims }: { readonly claims: Claims }) {
  const reason = isSuperAdmin(claims)
    ? 'Super administrators need a second factor.'
    : isOwner(claims)
      ? 'You require a second factor of everyone, and have none yourself.'
      : 'The owner requires a second factor of everyone.';
  return (
    <output className={styles['notice']}>
      <IconShieldLock size={20} stroke={1.6} aria-hidden="true" className={styles['icon']} />
      <span>
        <strong>{reason}</strong> Add a passkey or turn on two-step sign-in below. Until then you
        can use nothing but your profile.
      </span>
    </output>
  );
}
