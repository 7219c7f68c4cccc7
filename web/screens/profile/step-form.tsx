import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { ErrorLine } from '../../ui/error-line.tsx';
import styles from './profile-screen.module.css';

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
      <div className={styles['buttons']}>
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
