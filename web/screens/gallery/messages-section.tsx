import { Button } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { notify } from '../../ui/toasts.tsx';
import { PageSkeleton } from '../../ui/skeletons.tsx';
import styles from './gallery-screen.module.css';

export function MessagesSection() {
  const [response, setResponse] = useState('');
  const send = async (danger: boolean) => {
    const yes = await confirm({
      text: 'You are going to restore this ingredient to 100% capacity. Please confirm.',
      details: ['Campari: 9'],
      danger,
    });
    setResponse(yes ? 'Confirmed' : 'Cancelled');
  };
  return (
    <div className={styles['stack']}>
      <ErrorLine>A sentence that says what went wrong.</ErrorLine>
      <ErrorLine
        hint="What to do about it."
        requestId="7d1f"
        onRetry={() => setResponse('Retried')}
      >
        A sentence that says what went wrong.
      </ErrorLine>
      <div className={styles['row']}>
        <Button variant="default" onClick={() => notify('There were no sales on these dates')}>
          Notice
        </Button>
        <Button variant="default" onClick={() => notify('Transaction refunded', 'success')}>
          Success
        </Button>
        <Button
          variant="default"
          onClick={() => notify('Transaction refund request failed', 'error')}
        >
          Error
        </Button>
        <Button variant="default" onClick={() => void send(false)}>
          Question
        </Button>
        <Button variant="default" onClick={() => void send(true)}>
          Dangerous question
        </Button>
        <output>{response}</output>
      </div>
      <PageSkeleton />
    </div>
  );
}
