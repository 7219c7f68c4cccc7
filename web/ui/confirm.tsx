/** Modal confirmations: `if (await confirm({ text })) …`. */
import { Button } from '@mantine/core';
import { ModalFrame } from './modal-frame.tsx';
import { sharedValue, useSharedValue } from './shared-value.ts';
import styles from './confirm.module.css';

interface Confirmation {
  /** Shown verbatim. */
  readonly text: string;
  /** Additional details, one line each. */
  readonly details?: readonly string[];
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  /** Styles the confirming button as dangerous. */
  readonly danger?: boolean;
}

interface Received extends Confirmation {
  readonly response: (yes: boolean) => void;
}

const received = sharedValue<Received | null>(null);

/**
 * Shows a confirmation; resolves to true for the confirming button, false for Cancel, Escape and a newer confirmation.
 */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  received.get()?.response(false);
  return new Promise((resolve) => {
    received.set({
      ...confirmation,
      response: (yes) => {
        received.set(null);
        resolve(yes);
      },
    });
  });
}

function ConfirmDialog({ confirmation }: { readonly confirmation: Received }) {
  return (
    <ModalFrame
      role="alertdialog"
      labelledBy="confirm-text"
      onCancel={() => confirmation.response(false)}
    >
      <p id="confirm-text" className={styles['text']}>
        {confirmation.text}
      </p>
      {confirmation.details && confirmation.details.length > 0 && (
        <ul className={styles['details']}>
          {confirmation.details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className={styles['buttons']}>
        <Button variant="default" onClick={() => confirmation.response(false)}>
          {confirmation.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          color={confirmation.danger ? 'red' : 'accent'}
          onClick={() => confirmation.response(true)}
        >
          {confirmation.confirmLabel ?? 'Confirm'}
        </Button>
      </div>
    </ModalFrame>
  );
}

export function ConfirmHost() {
  const confirmation = useSharedValue(received);
  return confirmation && <ConfirmDialog key={confirmation.text} confirmation={confirmation} />;
}
