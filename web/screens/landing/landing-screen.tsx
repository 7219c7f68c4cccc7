import { paths } from '../../paths.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { LinkButton } from '../../ui/link.tsx';
import styles from './landing-screen.module.css';

export default function LandingScreen() {
  return (
    <AuthLayout title="Log in to your dashboard" documentTitle="Welcome">
      <p className={styles['words']}>
        Sales, menus and units of your venues in one place, to the cent and up to the minute.
      </p>
      <LinkButton href={paths.login} size="md" className={styles['button'] ?? ''}>
        Login
      </LinkButton>
    </AuthLayout>
  );
}
