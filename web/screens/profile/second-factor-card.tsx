import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  confirmTotpMutation,
  removeTotpMutation,
  secondFactorQuery,
  secondFactorsChanged,
  startTotpMutation,
} from '../../api/second-factor.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { typedText } from '../../components/form-values.ts';
import { Lost } from '../../components/lost.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './profile-screen.module.css';
import { StepForm } from './step-form.tsx';

const QrCode = lazyPart(() => import('./qr-code.tsx'));

type Step =
  | { kind: 'state' }
  | { kind: 'password' }
  | { kind: 'app'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] };

/** Turns codes of an authenticator app on and off. */
export function SecondFactorCard() {
  const { data, isLoadingError, refetch } = useQuery(secondFactorQuery());
  const [step, setStep] = useState<Step>({ kind: 'state' });
  const toState = () => {
    setStep({ kind: 'state' });
    void secondFactorsChanged();
  };
  return (
    <Card title="Two-step sign-in">
      {isLoadingError ? (
        <Lost what="second factor" onRetry={refetch} />
      ) : !data ? null : step.kind === 'app' ? (
        <AppStep
          secret={step.secret}
          uri={step.uri}
          onCodes={(codes) => setStep({ kind: 'codes', codes })}
          onCancel={toState}
        />
      ) : step.kind === 'codes' ? (
        <CodesStep codes={step.codes} onDone={toState} />
      ) : step.kind === 'password' ? (
        <PasswordStep
          isOn={data.isOn}
          onStarted={(started) => setStep({ kind: 'app', ...started })}
          onDone={toState}
        />
      ) : (
        <div className={styles['form']}>
          <p>
            {data.isOn
              ? `On. Signing in asks for a code of your authenticator app. ${data.recoveryCodesLeft === 1 ? '1 recovery code is' : `${data.recoveryCodesLeft} recovery codes are`} left.`
              : 'Off. With it, signing in also asks for a code that an app on your phone shows.'}
          </p>
          <Button variant="default" onClick={() => setStep({ kind: 'password' })}>
            {data.isOn ? 'Turn off' : 'Turn on'}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface PasswordStepProps {
  readonly isOn: boolean;
  readonly onStarted: (started: { secret: string; uri: string }) => void;
  readonly onDone: () => void;
}

function PasswordStep({ isOn, onStarted, onDone }: PasswordStepProps) {
  const start = useMutation({ ...startTotpMutation, onSuccess: onStarted });
  const remove = useMutation({ ...removeTotpMutation, onSuccess: onDone });
  const { mutate, isPending, error } = isOn ? remove : start;
  return (
    <StepForm
      error={error}
      submitLabel={isOn ? 'Turn off' : 'Continue'}
      isPending={isPending}
      onSubmit={(typed) => mutate(typedText(typed, 'password'))}
      onCancel={onDone}
    >
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={fieldErrors(error).get('password')}
      />
    </StepForm>
  );
}

interface AppStepProps {
  readonly secret: string;
  readonly uri: string;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function AppStep({ secret, uri, onCodes, onCancel }: AppStepProps) {
  const confirm = useMutation({
    ...confirmTotpMutation,
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <StepForm
      error={confirm.error}
      submitLabel="Turn on"
      isPending={confirm.isPending}
      onSubmit={(typed) => confirm.mutate(typedText(typed, 'code'))}
      onCancel={onCancel}
    >
      <p>Scan this with your authenticator app, then type the code that it shows.</p>
      <div className={styles['qr']}>
        <Suspense>
          <QrCode text={uri} />
        </Suspense>
      </div>
      <p className={styles['facts']}>
        Or type this key into the app: <code className={styles['key']}>{secret}</code>
      </p>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={fieldErrors(confirm.error).get('code')}
      />
    </StepForm>
  );
}

interface CodesStepProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Recovery codes, which are shown once. */
function CodesStep({ codes, onDone }: CodesStepProps) {
  return (
    <div className={styles['form']}>
      <output>
        Two-step sign-in is on. Keep these recovery codes in a safe place: each signs you in once if
        your phone is lost. They are not shown again.
      </output>
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={onDone}>I have stored the codes</Button>
    </div>
  );
}
