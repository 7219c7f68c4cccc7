/** Confirmation of a refund, with its amount and where that goes. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '../../../../lib/money.ts';
import { refundMessages } from '../../../../rules/refunds/refund-messages.ts';
import { refundLimitQuery } from '../../../api/refunds.ts';
import { currentSession } from '../../../session/session.ts';
import styles from './refund-button.module.css';

/** Time for which the question is shown before its button counts, so that no second tap of a hurried hand sends it. */
const readMs = 800;

/** What is left of the limit of a manager: " · $38.20 left today". Nothing until it is known. */
function LimitLeft() {
  const { data } = useQuery(refundLimitQuery());
  return data?.left == null ? null : ` · ${refundMessages.left(formatMoney(data.left))}`;
}

interface RefundQuestionProps {
  readonly name: string;
  readonly question: string;
  /** Where the money goes, and what went back before. */
  readonly target: string;
  readonly send: string;
  readonly onSend: () => void;
  readonly onKeep: () => void;
}

/** Keep is where the first press was, so that pressing on keeps the sale. */
export default function RefundQuestion(props: RefundQuestionProps) {
  const { name, question, target, send, onSend, onKeep } = props;
  const [isArmed, setArmed] = useState(false);
  const sendButton = useRef<HTMLButtonElement>(null);
  const left = currentSession()?.claims.role === 'manager' && <LimitLeft />;
  useEffect(() => {
    sendButton.current?.focus();
    const timer = setTimeout(setArmed, readMs, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <fieldset className={styles['question']} aria-label={`Refund of ${name}`}>
      <p className="semibold">{question}</p>
      <p className="text-12">
        {target}
        {left}
      </p>
      <div className={styles['choices']}>
        <Button
          ref={sendButton}
          color="red"
          className={styles['send'] ?? ''}
          aria-disabled={!isArmed}
          onClick={isArmed ? onSend : undefined}
        >
          {send}
        </Button>
        {/* Not by the second click of a double click, which would hide what the first one has shown. */}
        <Button
          variant="default"
          className={styles['keep'] ?? ''}
          onClick={({ detail }) => detail > 1 || onKeep()}
        >
          {refundMessages.keep}
        </Button>
      </div>
      <output className="sr-only">
        {`${name}. ${question} ${target}`}
        {left}
      </output>
    </fieldset>
  );
}
