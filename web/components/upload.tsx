/** Upload of a file: its field, which a file can be dropped on, and the progress of sending it. */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Sending } from '../api/send-form.ts';
import { dropZone } from '../ui/drop-zone.ts';
import styles from './upload.module.css';

interface UploadOverlayProps {
  /** From 0 to 1. */
  readonly progress: number;
  /** What the server does with what was sent: `Checking the bundle`. */
  readonly sentText: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly onCancel: () => void;
}

/** Covers the form until the server has responded. */
export function UploadOverlay({ progress, sentText, bytes, onCancel }: UploadOverlayProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  // The overlay covers the button that had focus.
  useEffect(() => cancel.current?.focus({ preventScroll: true }), []);
  const percent = Math.round(progress * 100);
  const isSent = progress >= 1;
  return (
    <div className={styles['overlay']}>
      <div className={styles['box']}>
        <output className={styles['words']}>{isSent ? `${sentText}…` : 'Uploading…'}</output>
        <progress
          className="progress-bar"
          value={progress}
          aria-label={isSent ? sentText : 'Upload'}
        />
        <div className="flex align-center justify-between gap-12 dim text-13 mt-12">
          <span>{`${percent}% of ${sizeText(bytes)}`}</span>
          <Button ref={cancel} type="button" size="compact-sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  );
}

export interface Upload<Sent, Received> {
  /** From 0 to 1, null when idle. */
  readonly progress: number | null;
  /** Returns the response; null when cancelled. Throws when rejected. */
  readonly send: (what: Sent) => Promise<Received | null>;
  readonly cancel: () => void;
}

/**
 * One upload at a time; aborted on unmount, and by the next.
 * @param onCancel called when an upload is cancelled, which may have been received before
 */
export function useUpload<Sent, Received>(
  send: (what: Sent, sending: Sending) => Promise<Received>,
  onCancel?: () => void,
): Upload<Sent, Received> {
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (what: Sent) => {
    running.current?.abort();
    const upload = new AbortController();
    running.current = upload;
    setProgress(0);
    try {
      return await send(what, { signal: upload.signal, onProgress: setProgress });
    } catch (error) {
      if (!upload.signal.aborted) throw error;
      onCancel?.();
      return null;
    } finally {
      if (running.current === upload) {
        running.current = null;
        setProgress(null);
      }
    }
  };
  return { progress, send: start, cancel: () => running.current?.abort() };
}

interface FileFieldProps {
  readonly label: string;
  /** As the attribute of an input. */
  readonly accept: string;
  readonly icon: ReactNode;
  readonly chooseLabel: string;
  readonly hint: string;
  /** Error message for a file that cannot be used; else null. */
  readonly errorOf: (file: File) => string | null;
  readonly file: File | null;
  /** null when the selected file is not valid. */
  readonly onPick: (file: File | null) => void;
}

/** A file that is chosen or dropped. */
export function FileField({
  label,
  accept,
  icon,
  chooseLabel,
  hint,
  errorOf,
  file,
  onPick,
}: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setError] = useState<string | null>(null);
  const pick = (picked: File | undefined) => {
    if (!picked) return;
    const wrong = errorOf(picked);
    setError(wrong);
    onPick(wrong === null ? picked : null);
  };
  return (
    <fieldset className={styles['field']}>
      <legend>
        {label}{' '}
        <span aria-hidden="true" className="out">
          *
        </span>
      </legend>
      <div
        ref={(element) => dropZone(element, pick)}
        className={styles['zone']}
        data-wrong={problem !== null}
      >
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={label}
          onChange={({ currentTarget }) => {
            pick(currentTarget.files?.[0]);
            // Allows selecting the same file again after it was fixed.
            currentTarget.value = '';
          }}
        />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={icon}
          aria-describedby={`${id}-file`}
          onClick={() => input.current?.click()}
        >
          {file ? 'Choose another' : chooseLabel}
        </Button>
        <span id={`${id}-file`} className="shrink dim break-anywhere">
          {file ? `${file.name} · ${sizeText(file.size)}` : 'or drop it here'}
        </span>
      </div>
      {problem === null ? (
        <p className={styles['hint']}>{hint}</p>
      ) : (
        <p role="alert" className={styles['wrong']}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** Formats a file size: `12.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
