/** Modal confirmations: `if (await confirm({ text })) …`. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ModalFrame } from './dialog.tsx';
import { sharedValue, useSharedValue } from './hooks.ts';
import styles from './confirm.module.css';

/** What is known of the consequences a moment later. */
export interface Preview {
  /** Empty for none. */
  readonly summary: string;
  /** Each takes the place of the detail that is about it, or follows the details. */
  readonly lines: readonly { readonly about: string; readonly text: string }[];
  /** More details. */
  readonly attention: readonly string[];
  readonly confirmLabel: string;
}

interface Confirmation {
  /** Shown verbatim. */
  readonly text: string;
  /** Additional details, one line each. */
  readonly details?: readonly string[];
  /** The buttons do not wait for it. */
  readonly preview?: Promise<Preview> | undefined;
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

/** Null until it is known. */
function usePreview(promise: Promise<Preview> | undefined): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    let isShown = true;
    void promise?.then((known) => isShown && setPreview(known));
    return () => {
      isShown = false;
    };
  }, [promise]);
  return preview;
}

function ConfirmDialog({ confirmation }: { readonly confirmation: Received }) {
  const preview = usePreview(confirmation.preview);
  const known = confirmation.details ?? [];
  const lines = preview?.lines ?? [];
  const details = [
    ...known.map((line) => lines.find(({ about }) => about === line)?.text ?? line),
    ...lines.filter(({ about }) => !known.includes(about)).map(({ text }) => text),
    ...(preview?.attention ?? []),
  ];
  return (
    <ModalFrame
      role="alertdialog"
      labelledBy="confirm-text"
      onCancel={() => confirmation.response(false)}
    >
      <p id="confirm-text" className="text-15 medium">
        {confirmation.text}
      </p>
      {confirmation.preview && (
        <p className={styles['summary']} aria-live="polite">
          {preview?.summary}
        </p>
      )}
      {details.length > 0 && (
        <ul className={styles['details']}>
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className={`dialog-actions ${styles['buttons'] ?? ''}`}>
        <Button variant="default" onClick={() => confirmation.response(false)}>
          {confirmation.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          color={confirmation.danger ? 'red' : 'accent'}
          onClick={() => confirmation.response(true)}
        >
          {preview?.confirmLabel ?? confirmation.confirmLabel ?? 'Confirm'}
        </Button>
      </div>
    </ModalFrame>
  );
}

export function ConfirmHost() {
  const confirmation = useSharedValue(received);
  return confirmation && <ConfirmDialog key={confirmation.text} confirmation={confirmation} />;
}
