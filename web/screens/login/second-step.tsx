import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SyntheticEvent } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { verifySecondFactorMutation } from '../../api/users.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { typedText } from '../../components/form-values.ts';
import styles from '../../components/front-form.module.css';
import { FrontPage } from '../../components/front-page.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { TextField } from '../../ui/fields.tsx';
import { PasskeyButton } from './passkey-button.tsx';

interface SecondStepProps {
  readonly challenge: string;
  readonly onToken: (token: string) => void;
  /** Returns to the email and the password. */
  readonly onRestart: () => void;
}

/** Second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStep({ challenge, onToken, onRestart }: SecondStepProps) {
  const field = useRef<HTMLInputElement>(null);
  const verify = useMutation({
    ...verifySecondFactorMutation,
    onSuccess: ({ token }) => onToken(token),
    onError: () => field.current?.select(),
  });
  const errors = fieldErrors(verify.error);
  useEffect(() => field.current?.focus(), []);
  const busy = verify.isPending || verify.isSuccess;

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    verify.mutate({ challenge, code: typedText(new FormData(event.currentTarget), 'code') });
  };

  return (
    <FrontPage title="Enter your code" documentTitle="Log in">
      <form noValidate className={styles['form']} onSubmit={submit}>
        {verify.error && errors.size === 0 && <ErrorLine>{errorMessage(verify.error)}</ErrorLine>}
        <TextField
          ref={field}
          label="Code"
          name="code"
          description="The six digits that your authenticator app shows, or a recovery code"
          autoComplete="one-time-code"
          size="md"
          error={errors.get('code')}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Log in
        </Button>
        <PasskeyButton onToken={onToken} />
        <Button variant="subtle" size="md" fullWidth onClick={onRestart}>
          Back
        </Button>
      </form>
    </FrontPage>
  );
}
