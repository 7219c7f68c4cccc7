import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import {
  confirmTotpMutation,
  removeTotpMutation,
  secondFactorQuery,
  secondFactorsChanged,
  startTotpMutation,
} from '../../../api/account.ts';
import { fieldErrors, typedText } from '../../../components/form-state.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { type Claims, isOwner, isSuperAdmin } from '../../../session/claims.ts';
import { Card, ErrorLine } from '../../../ui/page.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { lazyPart } from '../../../ui/lazy-dialog.tsx';
import styles from '../profile-screen.module.css';

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
        <LoadError what="two-step sign-in" onRetry={refetch} />
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
      <p className="dim text-13 break-anywhere">
        Or type this key into the app: <code className="ink break-anywhere">{secret}</code>
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

/** Says why an account without a second factor can use nothing but its profile. */
export function FactorNotice({ claims }: { readonly claims: Claims }) {
  const reason = isSuperAdmin(claims)
    ? 'Super administrators need two-step sign-in.'
    : isOwner(claims)
      ? 'You require two-step sign-in of everyone, and do not use it yourself.'
      : 'The owner requires two-step sign-in of everyone.';
  return (
    <output className={styles['notice']}>
      <IconShieldLock size={20} stroke={1.6} aria-hidden="true" className={styles['icon']} />
      <span>
        <strong>{reason}</strong> Add a passkey or an authenticator app below. Until then you can
        use nothing but your profile.
      </span>
    </output>
  );
}

interface StepFormProps {
  readonly error: Error | null;
  /** Names of the fields that show their own errors; other errors are shown above the form. */
  readonly fields?: readonly string[];
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly onSubmit: (typed: FormData) => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Form of one step, whose first field has the focus. */
export function StepForm({
  error,
  fields,
  submitLabel,
  isPending,
  onSubmit,
  onCancel,
  children,
}: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  const marked = error ? [...fieldErrors(error).keys()] : [];
  const isAtField = marked.some((name) => fields?.includes(name) ?? true);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={submit}>
      {error && !isAtField && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      {children}
      <div className="flex gap-12">
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
