import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { sessionMessages } from '../../../rules/users/session-messages.ts';
import { invalidate } from '../../api/endpoint-query.ts';
import { registerMutation } from '../../api/users.ts';
import { StartField, ZoneField } from '../../components/clock-fields.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { fieldErrors, isChanged, useKeptForm, useUnsaved } from '../../components/form-state.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { SentForm } from '../../components/sent-form.tsx';
import { paths } from '../../paths.ts';
import { ownPath } from '../../session/own-path.ts';
import { TextField } from '../../ui/fields.tsx';
import { notify } from '../../ui/toasts.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Link } from '../../ui/link.tsx';
import styles from '../../components/auth-form.module.css';

/** Registers an owner without changing the current session. Every invalid field shows its error; the first has the focus. */
export default function RegisterScreen() {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/register' });
  useUnsaved(() => isChanged(form.current));
  useKeptForm('register', form);
  // Of the venue, preset by the browser; beside the specified fields.
  const [timezone, setTimezone] = useState(guessedTimezone().timezone);
  const [startsAt, setStartsAt] = useState('04:00');
  const leadsTo = ownPath(redirect) ?? paths.owners();
  const register = useMutation({
    ...registerMutation,
    onSuccess: async (_registered, { name, venueName }) => {
      await invalidate('listOwners');
      notify(sessionMessages.registered(name.trim(), venueName.trim()), 'success', 'registered');
      await navigate({ to: '.', href: leadsTo, ignoreBlocker: true });
    },
    onError: (error) => {
      const [field] = fieldErrors(error).keys();
      form.current?.querySelector<HTMLInputElement>(`[name=${field ?? 'name'}]`)?.focus();
    },
  });
  const wrong = fieldErrors(register.error);
  const errorAt = (name: string) => wrong.get(name);

  const send = (typed: (name: string) => string) =>
    register.mutate({
      name: typed('name'),
      venueName: typed('venueName'),
      email: typed('email'),
      password: typed('password'),
      password2: typed('password2'),
      timezone,
      startsAt,
    });

  return (
    <AuthLayout title="Register an owner" documentTitle="Register">
      <SentForm formRef={form} className={styles['form']} sending={register} onSend={send}>
        <TextField label="Company Name" name="name" size="md" error={errorAt('name')} />
        <TextField label="Venue Name" name="venueName" size="md" error={errorAt('venueName')} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          size="md"
          error={errorAt('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          description="At least 8 characters"
          autoComplete="new-password"
          size="md"
          error={errorAt('password')}
        />
        <PasswordField
          label="Confirm Password"
          name="password2"
          autoComplete="new-password"
          size="md"
          error={errorAt('password2')}
        />
        <ZoneField value={timezone} onChange={setTimezone} />
        <StartField value={startsAt} onChange={setStartsAt} />
        <Button type="submit" size="md" fullWidth loading={register.isPending}>
          Sign up
        </Button>
        <Link href={leadsTo === paths.root ? paths.owners() : leadsTo}>Back</Link>
      </SentForm>
    </AuthLayout>
  );
}
