import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { bundleLimits } from '../../../rules/renderings/bundle.ts';
import { renderingMessages } from '../../../rules/renderings/rendering-messages.ts';
import { pathNameError, pathNameOf } from '../../../rules/renderings/rendering-path.ts';
import { errorMessage } from '../../api/api-error.ts';
import { queryClient } from '../../api/endpoint-query.ts';
import {
  createRendering,
  type NewRendering,
  type Rendering,
  renderingsQuery,
  venueNamesQuery,
} from '../../api/renderings.ts';
import { Card, ErrorLine } from '../../ui/page.tsx';
import { dropZone } from '../../ui/drop-zone.ts';
import { TextField } from '../../ui/fields.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './upload-form.module.css';

interface UploadFormProps {
  readonly upload: Upload;
  readonly published: readonly Rendering[];
  /** True while another operation is in progress. */
  readonly locked: boolean;
  /** Last error of the form or the list. */
  readonly problem: string | null;
  readonly onError: (problem: string | null) => void;
}

const clean = { venueName: '', entryPagePath: 'index.html', zipFile: null };

interface Draft {
  readonly venueName: string;
  readonly entryPagePath: string;
  readonly zipFile: File | null;
}

/** Scrolls to an error, which may belong to a row far above. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

export function UploadForm({ upload, published, locked, problem, onError }: UploadFormProps) {
  const [draft, setDraft] = useState<Draft>(clean);
  const names = useQuery(venueNamesQuery).data ?? [];
  const namesId = useId();
  const pathName = pathNameOf(draft.venueName);
  const isReplacing = published.some((rendering) => rendering.pathName === pathName);
  const pathError = isReplacing ? null : pathNameError(pathName);
  const { progress } = upload;

  const edit = (changes: Partial<Draft>) => {
    onError(null);
    setDraft((before) => ({ ...before, ...changes }));
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const { zipFile, ...fields } = draft;
    if (zipFile === null || progress !== null) return;
    onError(null);
    try {
      const sent = await upload.send({ ...fields, pathName, zipFile });
      const done = isReplacing ? renderingMessages.replaced : renderingMessages.published;
      if (sent === null) return;
      setDraft(clean);
      notify(done(sent.venueName), 'success');
    } catch (error) {
      onError(errorMessage(error));
    }
  };

  return (
    <Card title="Upload a venue rendering">
      <form
        aria-label="Upload a venue rendering"
        className="stack gap-18 relative"
        onSubmit={(event) => void submit(event)}
      >
        <div className={styles['fields']} inert={progress !== null}>
          <TextField
            label="Venue name"
            required
            maxLength={200}
            autoComplete="off"
            list={namesId}
            value={draft.venueName}
            description={isReplacing && `${renderingMessages.replaces}.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => edit({ venueName: event.currentTarget.value })}
          />
          <datalist id={namesId}>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
          <TextField
            label="Path name"
            readOnly
            variant="filled"
            value={pathName}
            description="Made from the venue name; part of the page's address."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={pathName === '' ? undefined : pathError}
          />
          <TextField
            label="Entry page path"
            required
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            value={draft.entryPagePath}
            description="The page in the zip that is shown first."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onChange={(event) => edit({ entryPagePath: event.currentTarget.value })}
          />
          <ZipField file={draft.zipFile} onPick={(zipFile) => edit({ zipFile })} />
        </div>
        <div inert={progress !== null}>
          <Button
            type="submit"
            disabled={pathError !== null || draft.zipFile === null || locked || progress !== null}
          >
            Submit
          </Button>
        </div>
        {problem !== null && (
          <div ref={show}>
            <ErrorLine>{problem}</ErrorLine>
          </div>
        )}
        {progress !== null && (
          <UploadOverlay
            progress={progress}
            bytes={draft.zipFile?.size ?? 0}
            onCancel={upload.cancel}
          />
        )}
      </form>
    </Card>
  );
}

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
          className="progress-bar"
          value={progress}
          aria-label={isSent ? 'Checking the bundle' : 'Upload'}
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

export interface Upload {
  /** From 0 to 1, null when idle. */
  readonly progress: number | null;
  /** Returns the published rendering; null when cancelled. Throws when rejected. */
  readonly send: (rendering: NewRendering) => Promise<Rendering | null>;
  readonly cancel: () => void;
}

/** One upload at a time; aborted on unmount. */
export function useUpload(): Upload {
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = useCallback(async (rendering: NewRendering) => {
    const upload = new AbortController();
    running.current = upload;
    setProgress(0);
    try {
      return await createRendering(rendering, { signal: upload.signal, onProgress: setProgress });
    } catch (error) {
      if (!upload.signal.aborted) throw error;
      // The upload may have completed before it was cancelled.
      void queryClient.invalidateQueries(renderingsQuery);
      return null;
    } finally {
      running.current = null;
      setProgress(null);
    }
  }, []);
  const cancel = useCallback(() => running.current?.abort(), []);
  return { progress, send, cancel };
}

interface ZipFieldProps {
  readonly file: File | null;
  /** null when the selected file is not valid. */
  readonly onPick: (file: File | null) => void;
}

export function ZipField({ file, onPick }: ZipFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setError] = useState<string | null>(null);
  const pick = (picked: File | undefined) => {
    if (!picked) return;
    const wrong = zipError(picked);
    setError(wrong);
    onPick(wrong === null ? picked : null);
  };
  return (
    <fieldset className={styles['field']}>
      <legend>
        Zip file{' '}
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
          accept=".zip,application/zip"
          hidden
          aria-label="Zip file"
          onChange={({ currentTarget }) => {
            pick(currentTarget.files?.[0]);
            // Allows selecting the same file again after it was fixed.
            currentTarget.value = '';
          }}
        />
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconFileZip size={16} stroke={1.6} aria-hidden="true" />}
          aria-describedby={`${id}-file`}
          onClick={() => input.current?.click()}
        >
          {file ? 'Choose another' : 'Choose a zip file'}
        </Button>
        <span id={`${id}-file`} className="shrink dim break-anywhere">
          {file ? `${file.name} · ${sizeText(file.size)}` : 'or drop it here'}
        </span>
      </div>
      {problem === null ? (
        <p className={styles['hint']}>At most 100 MB and 5,000 files.</p>
      ) : (
        <p role="alert" className={styles['wrong']}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

/** Error message for a file that cannot be a bundle; else null. */
export function zipError({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (!/\.zip$/i.test(name)) return renderingMessages.notZip;
  if (size === 0) return renderingMessages.emptyZip;
  return size > bundleLimits.zipBytes ? renderingMessages.tooLarge : null;
}

/** Formats a file size: `12.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
