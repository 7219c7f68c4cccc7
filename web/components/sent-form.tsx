/** Forms that one mutation sends, by themselves or in a dialog. */
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { errorMessage } from '../api/api-error.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorLine } from '../ui/page.tsx';
import { fieldErrors, typedText, useUnsaved } from './form-state.ts';

/** Of a form that is sent with a key, where it is unknown whether it was recorded. */
export const uncertainHint =
  'It may be recorded already. Send the same again to be sure: it is recorded once.';

interface SentFormProps {
  readonly sending: { readonly error: unknown; readonly isPending: boolean };
  /** The error is shown at its fields; without it, above the form. */
  readonly isAtFields?: boolean;
  /** Stands above an error. */
  readonly intro?: ReactNode;
  readonly className?: string | undefined;
  readonly formRef?: Ref<HTMLFormElement>;
  /** It may have been stored already, and is sent again as it was. */
  readonly isUncertain?: boolean;
  readonly onType?: () => void;
  /** Not called while it is being sent. @param typed reads a field by its name */
  readonly onSend: (typed: (name: string) => string) => void;
  readonly children: ReactNode;
}

/** An error stands above the fields, and a long form was sent from its end. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

export function SentForm({
  sending: { error, isPending },
  isAtFields = fieldErrors(error).size > 0,
  intro,
  className,
  formRef,
  isUncertain = false,
  onType,
  onSend,
  children,
}: SentFormProps) {
  return (
    <form
      {...(formRef && { ref: formRef })}
      noValidate
      className={className}
      onChange={({ target }) => isTextField(target) && onType?.()}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        if (!isPending) onSend((name) => typedText(form, name));
      }}
    >
      {intro}
      {error && !isAtFields ? (
        <div ref={show}>
          <ErrorLine hint={isUncertain && uncertainHint}>{errorMessage(error)}</ErrorLine>
        </div>
      ) : null}
      {children}
    </form>
  );
}

const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type));

interface SentFieldsProps {
  readonly isFixed: boolean;
  readonly children: ReactNode;
}

/**
 * Fields of a form that is sent with a key. Fixed, they keep what was sent: other values under the same key would change
 * nothing.
 */
export function SentFields({ isFixed, children }: SentFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = isFixed ? fields.current?.closest('form') : null;
    form?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true });
  }, [isFixed]);
  return (
    <div
      ref={fields}
      inert={isFixed}
      className="stack gap-16"
      style={isFixed ? { opacity: 0.6 } : undefined}
    >
      {children}
    </div>
  );
}

interface DialogFormProps extends Omit<SentFormProps, 'className'> {
  readonly title: string;
  readonly submit: ReactNode;
  readonly submitProps?: Pick<ButtonProps, 'color' | 'disabled'>;
  /** Whether closing loses something; by default, once something was typed. */
  readonly isUnsaved?: () => boolean;
  readonly onClose: () => void;
}

/**
 * A dialog with a form, and the buttons that close it and send it. It asks before typed text is lost, and stays open while
 * it is being sent, as the result is shown in it.
 */
export function DialogForm({
  title,
  submit,
  submitProps,
  isUnsaved,
  onClose,
  children,
  ...form
}: DialogFormProps) {
  const { isPending } = form.sending;
  const isTyped = useRef(false);
  const whenAgreed = useUnsaved(() => !isPending && (isUnsaved?.() ?? isTyped.current));
  const close = () => {
    if (!isPending) whenAgreed(onClose);
  };
  return (
    <Dialog title={title} onClose={close}>
      <SentForm
        className="stack gap-16"
        {...form}
        onType={() => {
          isTyped.current = true;
        }}
      >
        {children}
        <div className="dialog-actions">
          <Button variant="default" disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} {...submitProps}>
            {submit}
          </Button>
        </div>
      </SentForm>
    </Dialog>
  );
}
