import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { dropZone } from '../../ui/drop-zone.ts';
import styles from './zip-field.module.css';
import { sizeText, zipError } from './zip-error.ts';

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
        <span aria-hidden="true" className={styles['star']}>
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
        <span id={`${id}-file`} className={styles['file']}>
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
