import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { errorMessages } from '../../../rules/messages.ts';
import { firstAccountMessages } from '../../../rules/users/first-account-messages.ts';
import { passwordLength } from '../../../rules/users/sign-in.ts';
import { createFirstAccountMutation, firstRunQuery } from '../../api/users.ts';
import { AccountEmailField, AuthLayout, AuthLoading } from '../../components/auth-layout.tsx';
import { fieldErrors, focusFirstError } from '../../components/form-state.ts';
import { LoadError } from '../../components/load-error.tsx';
import { SentForm } from '../../components/sent-form.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths } from '../../paths.ts';
import { startSession } from '../../session/session.ts';
import { TextField } from '../../ui/fields.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import styles from '../../components/auth-form.module.css';

const accountTypes = { owner: 'One bar', SUPER_ADMIN: 'Several owners' } as const;
type AccountType = keyof typeof accountTypes;

const hints: Record<AccountType, string> = {
  owner: 'You own the bar and manage it yourself.',
  SUPER_ADMIN: 'You manage the installation and register the owners.',
};

/** Makes the first account of an installation; afterwards it leads to the sign-in. */
export default function FirstRunScreen() {
  const { data, error, refetch } = useQuery(firstRunQuery);
  if (error)
    return (
      <AuthLayout title="Set up Barback" documentTitle="Set up Barback">
        <LoadError what="setup" error={error} onRetry={refetch} />
      </AuthLayout>
    );
  if (!data) return <AuthLoading />;
  if (data.isNeeded) return <FirstAccountForm />;
  return (
    <AuthLayout title="Set up Barback" documentTitle="Set up Barback">
      <div className={styles['form']}>
        <p className={styles['note']}>{firstAccountMessages.isSetUp}.</p>
        <LinkButton href={paths.login} size="md" fullWidth>
          Sign in
        </LinkButton>
      </div>
    </AuthLayout>
  );
}

function FirstAccountForm() {
  const form = useRef<HTMLFormElement>(null);
  const code = useLocation({ select: ({ hash }) => hash });
  const [accountType, setAccountType] = useState<AccountType>('owner');
  const create = useMutation({
    ...createFirstAccountMutation,
    onSuccess: ({ token }) => {
      if (!startSession(token)) throw new Error(errorMessages.unknown);
      location.assign(accountType === 'owner' ? paths.dashboard : paths.root);
    },
    onError: (error) => focusFirstError(form.current, error),
  });
  const errors = fieldErrors(create.error);
  const send = (typed: (name: string) => string) => {
    const account = {
      code: typed('code'),
      email: typed('email'),
      password: typed('password'),
    };
    create.mutate(
      accountType === 'owner'
        ? {
            ...account,
            accountType,
            venueName: typed('venueName'),
            timezone: guessedTimezone().timezone,
            startsAt: '04:00',
          }
        : { ...account, accountType },
    );
  };
  return (
    <AuthLayout title="Set up Barback" documentTitle="Set up Barback">
      <SentForm
        formRef={form}
        className={styles['form']}
        sending={{ error: create.error, isPending: create.isPending || create.isSuccess }}
        onSend={send}
      >
        <SegmentedChoice
          label="Who uses this installation"
          value={accountType}
          options={accountTypes}
          onChange={setAccountType}
        />
        <p className={styles['note']}>{hints[accountType]}</p>
        {accountType === 'owner' && (
          <TextField
            label="Name of the bar"
            name="venueName"
            autoComplete="organization"
            size="md"
            error={errors.get('venueName')}
          />
        )}
        <AccountEmailField error={errors.get('email')} />
        <PasswordField
          label="Password"
          name="password"
          description={`At least ${passwordLength.least} characters`}
          autoComplete="new-password"
          size="md"
          error={errors.get('password')}
        />
        <TextField
          label="Setup code"
          name="code"
          description="The server prints it when it starts, with a link to this page."
          autoComplete="off"
          spellCheck={false}
          size="md"
          defaultValue={code}
          error={errors.get('code')}
        />
        <Button type="submit" size="md" fullWidth loading={create.isPending || create.isSuccess}>
          {accountType === 'owner' ? 'Create the bar' : 'Create the account'}
        </Button>
      </SentForm>
    </AuthLayout>
  );
}
