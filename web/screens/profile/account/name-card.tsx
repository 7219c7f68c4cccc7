import { Button } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sessionMessages } from '../../../../rules/users/session-messages.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { invalidate } from '../../../api/endpoint-query.ts';
import {
  changePasswordMutation,
  endOtherSessionsMutation,
  endSessionMutation,
  type ListedSession,
  sessionsQuery,
  updateProfileMutation,
} from '../../../api/account.ts';
import {
  fieldErrors,
  focusFirstError,
  isChanged,
  useKeptForm,
  useUnsaved,
} from '../../../components/form-state.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { NewPasswordFields } from '../../../components/new-password-fields.tsx';
import { SentForm } from '../../../components/sent-form.tsx';
import { agoText } from '../../../components/date-text.ts';
import { type Claims, isOwner } from '../../../session/claims.ts';
import { refreshSession } from '../../../session/refresh-session.ts';
import { Card, ErrorLine } from '../../../ui/page.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { notify } from '../../../ui/toasts.tsx';
import styles from '../profile-screen.module.css';

/** The name and the email of the account. A new email counts once the link that is sent there is used. */
export function NameCard({ claims }: { readonly claims: Claims }) {
  const form = useRef<HTMLFormElement>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [saves, setSaves] = useState(0);
  useUnsaved(() => isChanged(form.current));
  useKeptForm('profile', form, saves);
  const hasPerson = isOwner(claims) || Boolean(claims.firstName ?? claims.lastName);
  const update = useMutation({
    ...updateProfileMutation,
    onSuccess: async ({ requestedEmail }) => {
      setSentTo(requestedEmail);
      await refreshSession();
      setSaves((count) => count + 1);
      if (requestedEmail === null) notify('Your profile is saved.', 'success');
    },
    onError: (error) => focusFirstError(form.current, error),
  });
  const errors = fieldErrors(update.error);
  const send = (typed: (name: string) => string) =>
    update.mutate({
      name: typed('name'),
      ...(hasPerson ? { firstName: typed('firstName'), lastName: typed('lastName') } : {}),
      email: typed('email'),
      currentPassword: typed('currentPassword'),
    });
  const { name, firstName = '', lastName = '', email } = claims;
  return (
    <Card title="Account">
      {/* After each change, the fields begin with what is stored. */}
      <SentForm
        key={saves}
        formRef={form}
        className={`${styles['form']} ${styles['pairs']}`}
        sending={update}
        onSend={send}
      >
        <TextField
          label={isOwner(claims) ? 'Company name' : 'Name'}
          name="name"
          autoComplete={isOwner(claims) ? 'organization' : 'name'}
          defaultValue={name}
          error={errors.get('name')}
        />
        {hasPerson && (
          <>
            <TextField
              label="First name"
              name="firstName"
              autoComplete="given-name"
              defaultValue={firstName}
              error={errors.get('firstName')}
            />
            <TextField
              label="Last name"
              name="lastName"
              autoComplete="family-name"
              defaultValue={lastName}
              error={errors.get('lastName')}
            />
          </>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          error={errors.get('email')}
        />
        {sentTo !== null && (
          <output className="dim text-13 break-anywhere">
            A link is on its way to {sentTo}. You sign in with {email} until you use it; it works
            once, for an hour.
          </output>
        )}
        <PasswordField
          label="Your password"
          name="currentPassword"
          description="Asked for every change of a name or an email"
          autoComplete="current-password"
          error={errors.get('currentPassword')}
        />
        <Button type="submit" loading={update.isPending}>
          Save
        </Button>
      </SentForm>
    </Card>
  );
}

/** @param email for password managers, which store the new password with it */
export function PasswordCard({ email }: { readonly email: string | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(() => isChanged(form.current));
  const change = useMutation({
    ...changePasswordMutation,
    onSuccess: async () => {
      form.current?.reset();
      notify(sessionMessages.passwordChanged, 'success');
      await invalidate('listSessions');
    },
    onError: (error) => focusFirstError(form.current, error),
  });
  const errors = fieldErrors(change.error);
  const send = (typed: (name: string) => string) =>
    change.mutate({
      currentPassword: typed('currentPassword'),
      password: typed('password'),
      password2: typed('password2'),
    });

  return (
    <Card title="Password">
      <SentForm formRef={form} className={styles['form']} sending={change} onSend={send}>
        <input type="hidden" name="username" autoComplete="username" value={email ?? ''} readOnly />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.get('currentPassword')}
        />
        <NewPasswordFields errors={errors} size="sm" />
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </SentForm>
    </Card>
  );
}

const reload = () => invalidate('listSessions');

/** Devices that are signed in to the account, each with a button that signs it out. */
export function SessionsCard() {
  const { data, isLoadingError, refetch } = useQuery(sessionsQuery());
  const endOthers = useMutation({ ...endOtherSessionsMutation, onSettled: reload });
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Card
      title="Signed-in devices"
      actions={
        hasOthers && (
          <Button
            size="xs"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Sign out the others
          </Button>
        )
      }
    >
      {endOthers.error && <ErrorLine>{errorMessage(endOthers.error)}</ErrorLine>}
      {isLoadingError ? (
        <LoadError what="devices" onRetry={refetch} />
      ) : (
        <ul>
          {data?.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SessionRow({ session }: { readonly session: ListedSession }) {
  const now = useNow();
  const { id, device, network, lastUsedAt, isCurrent } = session;
  const end = useMutation({ ...endSessionMutation, onSettled: reload });
  const name = device ?? 'Unknown device';
  const used = isCurrent ? 'this device' : `last used ${agoText(Date.parse(lastUsedAt), now)}`;
  return (
    <li className={styles['session']}>
      <IconDeviceDesktop size={20} stroke={1.6} aria-hidden="true" className={styles['icon']} />
      <div className={styles['words']}>
        <span className="semibold break-anywhere">{name}</span>
        <span className="dim text-13 break-anywhere">
          {[used, ...(network === null ? [] : [`network ${network}`])].join(' · ')}
        </span>
        {end.error && <ErrorLine>{errorMessage(end.error)}</ErrorLine>}
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={`Sign out ${name}, ${used}`}
          onClick={() => end.mutate(id)}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
