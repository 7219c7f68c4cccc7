import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths.ts';
import { useSession } from '../session/session.ts';

/** Redirects unknown paths: to home when signed in, to the login when not. */
export function NotFound() {
  const navigate = useNavigate();
  const home = useSession() ? paths.root : paths.login;
  useEffect(() => {
    void navigate({ to: home, replace: true });
  }, [navigate, home]);
  return null;
}
