/** Forms that one mutation sends, by themselves or in a dialog. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { errorMessage } from '../api/api-error.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorLine } from '../ui/page.tsx';
import { fieldErrors, typedText } from './form-state.ts';

interface SentFormProps {
  readonly sending: { readonly error: unknown; readonly isPending: boolean };
  /** The error is shown at its fields; without it, above the form. */
  readonly isAtFields?: boolean;
  /** Stands above an error. */
  readonly intro?: ReactNode;
  readonly className?: string | undefined;
  readonly formRef?: Ref<HTMLFormElement>;
  /** Not called while it is being sent. @param typed reads a field by its name */
  readonly onSend: (typed: (name: string) => string) => void;
  readonly children: ReactNode;
}

export function SentForm({
  sending: { error, isPending },
  isAtFields = fieldErrors(error).size > 0,
  intro,
  className,
  formRef,
  onSend,
  children,
}: SentFormProps) {
  return (
    <form
      {...(formRef && { ref: formRef })}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        if (!isPending) onSend((name) => typedText(form, name));
      }}
    >
      {intro}
      {error && !isAtFields ? <ErrorLine>{errorMessage(error)}</ErrorLine> : null}
      {children}
    </form>
  );
}

interface DialogFormProps extends Omit<SentFormProps, 'className'> {
  readonly title: string;
  readonly submit: ReactNode;
  readonly submitProps?: Pick<ButtonProps, 'color' | 'disabled'>;
  readonly cancelDisabled?: boolean;
  readonly onClose: () => void;
}

/** A dialog with a form, and the buttons that close it and send it. */
export function DialogForm({
  title,
  submit,
  submitProps,
  cancelDisabled = false,
  onClose,
  children,
  ...form
}: DialogFormProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <SentForm className="stack gap-16" {...form}>
        {children}
        <div className="dialog-actions">
          <Button variant="default" disabled={cancelDisabled} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.sending.isPending} {...submitProps}>
            {submit}
          </Button>
        </div>
      </SentForm>
    </Dialog>
  );
}
