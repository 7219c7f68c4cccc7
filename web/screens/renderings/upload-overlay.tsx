import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import styles from './upload-overlay.module.css';
import { sizeText } from './zip-error.ts';

interface UploadOverlayProps {
  /** From 0 to 1. */
  readonly progress: number;
  /** Size of the zip. */
  readonly bytes: number;
  readonly onCancel: () => void;
}

/** Covers the form until the server has responded. */
export function UploadOverlay({ progress, bytes, onCancel }: UploadOverlayProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  // The overlay covers the button that had focus.
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const percent = Math.round(progress * 100);
  const isSent = progress >= 1;
  return (
    <div className={styles['overlay']}>
      <div className={styles['box']}>
        <output className={styles['words']}>
          {isSent ? 'Checking the bundle…' : 'Uploading…'}
        </output>
        <progress
          className={styles['bar']}
          value={progress}
          aria-label={isSent ? 'Checking the bundle' : 'Upload'}
        />
        <div className={styles['foot']}>
          <span>{`${percent}% of ${sizeText(bytes)}`}</span>
          <Button ref={cancel} type="button" size="compact-sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  );
}
