import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { bundleLimits } from '../../../rules/renderings/bundle.ts';
import { renderingMessages } from '../../../rules/renderings/rendering-messages.ts';
import { pathNameError, pathNameOf } from '../../../rules/renderings/rendering-path.ts';
import { errorMessage } from '../../api/api-error.ts';
import type { NewRendering, Rendering } from '../../api/renderings.ts';
import { FileField, type Upload, UploadOverlay } from '../../components/upload.tsx';
import { Card, ErrorLine } from '../../ui/page.tsx';
import { TextField } from '../../ui/fields.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './upload-form.module.css';

interface UploadFormProps {
  readonly upload: Upload<NewRendering, Rendering>;
  readonly published: readonly Rendering[];
  /** Suggestions. */
  readonly venueNames: readonly string[];
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

export function UploadForm({
  upload,
  published,
  venueNames,
  locked,
  problem,
  onError,
}: UploadFormProps) {
  const [draft, setDraft] = useState<Draft>(clean);
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
            {venueNames.map((name) => (
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
          <FileField
            label="Zip file"
            accept=".zip,application/zip"
            icon={<IconFileZip size={16} stroke={1.6} aria-hidden="true" />}
            chooseLabel="Choose a zip file"
            hint="At most 100 MB and 5,000 files."
            errorOf={zipError}
            file={draft.zipFile}
            onPick={(zipFile) => edit({ zipFile })}
          />
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
            sentText="Checking the bundle"
            bytes={draft.zipFile?.size ?? 0}
            onCancel={upload.cancel}
          />
        )}
      </form>
    </Card>
  );
}

/** Error message for a file that cannot be a bundle; else null. */
export function zipError({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (!/\.zip$/i.test(name)) return renderingMessages.notZip;
  if (size === 0) return renderingMessages.emptyZip;
  return size > bundleLimits.zipBytes ? renderingMessages.tooLarge : null;
}
