/** Modal confirmations: `if (await confirm({ text })) …`. */
import { Button } from '@mantine/core';
import { ModalFrame } from './modal-frame.tsx';
import { sharedValue, useSharedValue } from './shared-value.ts';
import styles from './confirm.module.css';

interface Question {
  /** Shown verbatim. */
  readonly text: string;
  /** Additional details, one line each. */
  readonly details?: readonly string[];
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  /** Styles the confirming button as dangerous. */
  readonly danger?: boolean;
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const asked = sharedValue<Asked | null>(null);

/**
 * Shows a confirmation; resolves to true for the confirming button, false for Cancel, Escape and a newer confirmation.
 */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null);
        resolve(yes);
      },
    });
  });
}

function ConfirmDialog({ question }: { readonly question: Asked }) {
  return (
    <ModalFrame
      role="alertdialog"
      labelledBy="confirm-text"
      onCancel={() => question.answer(false)}
    >
      <p id="confirm-text" className={styles['text']}>
        {question.text}
      </p>
      {question.details && question.details.length > 0 && (
        <ul className={styles['details']}>
          {question.details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className={styles['buttons']}>
        <Button variant="default" onClick={() => question.answer(false)}>
          {question.cancelLabel ?? 'Cancel'}
        </Button>
        <Button color={question.danger ? 'red' : 'accent'} onClick={() => question.answer(true)}>
          {question.confirmLabel ?? 'Confirm'}
        </Button>
      </div>
    </ModalFrame>
  );
}

export function ConfirmHost() {
  const question = useSharedValue(asked);
  return question && <ConfirmDialog key={question.text} question={question} />;
}
