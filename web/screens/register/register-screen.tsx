import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { invalidate } from '../../api/endpoint-query.ts';
import { registerMutation } from '../../api/users.ts';
import { StartField, ZoneField } from '../../components/clock-fields.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import {
  fieldErrors,
  isChanged,
  typedText,
  useKeptForm,
  useUnsaved,
} from '../../components/form-state.ts';
import { FrontPage } from '../../components/front-page.tsx';
import { paths } from '../../paths.ts';
import { ownPath } from '../../session/own-path.ts';
import { ErrorLine } from '../../ui/page.tsx';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { Link } from '../../ui/link.tsx';
import styles from '../../components/front-form.module.css';

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
    onSuccess: async () => {
      await invalidate('listOwners');
      await navigate({ to: '.', href: leadsTo, ignoreBlocker: true });
    },
    onError: (error) => {
      const [field] = fieldErrors(error).keys();
      form.current?.querySelector<HTMLInputElement>(`[name=${field ?? 'name'}]`)?.focus();
    },
  });
  const wrong = fieldErrors(register.error);
  const errorAt = (name: string) => wrong.get(name);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (register.isPending) return;
    const typed = new FormData(event.currentTarget);
    register.mutate({
      name: typedText(typed, 'name'),
      venueName: typedText(typed, 'venueName'),
      email: typedText(typed, 'email'),
      password: typedText(typed, 'password'),
      password2: typedText(typed, 'password2'),
      timezone,
      startsAt,
    });
  };

  return (
    <FrontPage title="Register an owner" documentTitle="Register">
      <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
        {register.error && wrong.size === 0 && (
          <ErrorLine>{errorMessage(register.error)}</ErrorLine>
        )}
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
      </form>
    </FrontPage>
  );
}
