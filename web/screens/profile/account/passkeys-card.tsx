import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addPasskeyMutation,
  type ListedPasskey,
  passkeysQuery,
  removePasskeyMutation,
  updatePasskeyMutation,
} from '../../../api/passkeys.ts';
import { secondFactorsChanged } from '../../../api/account.ts';
import { fieldErrors, typedText } from '../../../components/form-state.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { agoText } from '../../../components/date-text.ts';
import { StepForm } from './second-factor-card.tsx';
import { Card } from '../../../ui/page.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useNow } from '../../../ui/hooks.ts';
import styles from '../profile-screen.module.css';

type Step =
  | { kind: 'list' }
  | { kind: 'add' }
  | { kind: 'rename' | 'remove'; passkey: ListedPasskey };

/** Passkeys of the account: adds, renames and removes them. */
export function PasskeysCard() {
  const { data, isLoadingError, refetch } = useQuery(passkeysQuery());
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const toList = () => {
    setStep({ kind: 'list' });
    void secondFactorsChanged();
  };
  return (
    <Card title="Passkeys">
      {isLoadingError ? (
        <LoadError what="passkeys" onRetry={refetch} />
      ) : step.kind === 'add' ? (
        <AddStep onDone={toList} />
      ) : step.kind === 'rename' ? (
        <RenameStep passkey={step.passkey} onDone={toList} />
      ) : step.kind === 'remove' ? (
        <RemoveStep passkey={step.passkey} onDone={toList} />
      ) : (
        <div>
          {data?.length ? (
            <ul>
              {data.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setStep({ kind: 'rename', passkey })}
                  onRemove={() => setStep({ kind: 'remove', passkey })}
                />
              ))}
            </ul>
          ) : null}
          <div className={styles['form']}>
            {data?.length === 0 && (
              <p>
                None. A passkey signs you in with the fingerprint, face or PIN of your device, in
                place of your password.
              </p>
            )}
            <Button variant="default" onClick={() => setStep({ kind: 'add' })}>
              Add a passkey
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}

interface PasskeyRowProps {
  readonly passkey: ListedPasskey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const now = useNow();
  const { name, isBackedUp, createdAt, lastUsedAt } = passkey;
  const facts = [
    lastUsedAt === null
      ? `added ${agoText(Date.parse(createdAt), now)}, not used yet`
      : `last used ${agoText(Date.parse(lastUsedAt), now)}`,
    ...(isBackedUp ? ['on all your devices'] : []),
  ];
  return (
    <li className={styles['session']}>
      <IconKey size={20} stroke={1.6} aria-hidden="true" className={styles['icon']} />
      <div className={styles['words']}>
        <span className="semibold break-anywhere">{name}</span>
        <span className="dim text-13 break-anywhere">{facts.join(' · ')}</span>
      </div>
      <div className="flex gap-12">
        <Button variant="default" size="xs" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="default" size="xs" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function AddStep({ onDone }: { readonly onDone: () => void }) {
  const add = useMutation({ ...addPasskeyMutation, onSuccess: onDone });
  const errors = fieldErrors(add.error);
  return (
    <StepForm
      error={add.error}
      fields={['name', 'password']}
      submitLabel="Continue"
      isPending={add.isPending}
      onSubmit={(typed) =>
        add.mutate({ name: typedText(typed, 'name'), password: typedText(typed, 'password') })
      }
      onCancel={onDone}
    >
      <TextField
        label="Name"
        name="name"
        description="For you to tell your passkeys apart, such as the device"
        defaultValue="My device"
        error={errors.get('name')}
      />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={errors.get('password')}
      />
    </StepForm>
  );
}

interface PasskeyStepProps {
  readonly passkey: ListedPasskey;
  readonly onDone: () => void;
}

function RenameStep({ passkey, onDone }: PasskeyStepProps) {
  const rename = useMutation({ ...updatePasskeyMutation, onSuccess: onDone });
  return (
    <StepForm
      error={rename.error}
      fields={['name']}
      submitLabel="Rename"
      isPending={rename.isPending}
      onSubmit={(typed) => rename.mutate({ id: passkey.id, name: typedText(typed, 'name') })}
      onCancel={onDone}
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={passkey.name}
        error={fieldErrors(rename.error).get('name')}
      />
    </StepForm>
  );
}

function RemoveStep({ passkey, onDone }: PasskeyStepProps) {
  const remove = useMutation({ ...removePasskeyMutation, onSuccess: onDone });
  return (
    <StepForm
      error={remove.error}
      fields={['password']}
      submitLabel="Remove"
      isPending={remove.isPending}
      onSubmit={(typed) =>
        remove.mutate({ id: passkey.id, password: typedText(typed, 'password') })
      }
      onCancel={onDone}
    >
      <p>{`“${passkey.name}” no longer signs you in. Delete it on your device too.`}</p>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={fieldErrors(remove.error).get('password')}
      />
    </StepForm>
  );
}
