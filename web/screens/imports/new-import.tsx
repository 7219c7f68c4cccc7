/** A file to import: chosen or dropped, read by the server, its questions decided, previewed and confirmed. */
import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { mostImportBytes } from '../../../rules/imports/import-limits.ts';
import { importMessages } from '../../../rules/imports/import-messages.ts';
import { unitChoice } from '../../../rules/units/unit-names.ts';
import { errorMessage } from '../../api/api-error.ts';
import {
  type ImportChoices,
  type ImportFile,
  type ImportPreview,
  type ImportQuestion,
  previewImport,
  startImport,
} from '../../api/imports.ts';
import type { Unit } from '../../api/units.ts';
import type { Venue } from '../../api/venues.ts';
import { ZoneField } from '../../components/clock-fields.tsx';
import { FileField, UploadOverlay, useUpload } from '../../components/upload.tsx';
import { useActiveUnit } from '../../context/use-venues.ts';
import { Card, ErrorLine } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { notify } from '../../ui/toasts.tsx';
import { FileCard } from './file-card.tsx';
import { QuestionsCard, questionKey, valueOf } from './questions-card.tsx';
import { SalesCard } from './sales-card.tsx';
import styles from './imports-screen.module.css';

interface NewImportProps {
  readonly venue: Venue;
  readonly units: readonly Unit[];
  /** IANA name. */
  readonly venueTimezone: string;
  readonly onStarted: () => void;
}

interface Reading {
  readonly preview: ImportPreview;
  /** Of all previews of the file: a question that is decided can be decided otherwise. */
  readonly questions: readonly ImportQuestion[];
}

/** Error message for a file that cannot be imported here; else null. */
function fileError({ size }: File): string | null {
  if (size === 0) return importMessages.emptyFile;
  return size > mostImportBytes ? importMessages.tooLargeFile : null;
}

/** Of a card that appears: it is what to read next. */
const focusNow = (card: HTMLElement | null): void => card?.focus();

export function NewImport({ venue, units, venueTimezone, onStarted }: NewImportProps) {
  const { active } = useActiveUnit(venue.id);
  const [file, setFile] = useState<File | null>(null);
  const [chosenUnit, setUnit] = useState<string | null>(null);
  const [chosenZone, setZone] = useState<string | null>(null);
  const [choices, setChoices] = useState<ImportChoices | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const [isStale, setStale] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [sentText, setSentText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const decide = useRef<HTMLElement>(null);
  const showDecide = useCallback((card: HTMLElement | null) => {
    decide.current = card;
    focusNow(card);
  }, []);
  const preview = useUpload(previewImport);
  const start = useUpload(startImport);
  const upload = preview.progress === null ? start : preview;
  const isSending = upload.progress !== null;
  const unitId = chosenUnit ?? active?._id ?? units[0]?._id ?? '';
  const timezone = chosenZone ?? venueTimezone;

  const read = async (sent: Pick<ImportFile, 'file' | 'choices'>, earlier: Reading | null) => {
    setError(null);
    setSentText('Reading the file');
    try {
      const now = await preview.send({ venueId: venue.id, unitId, timezone, ...sent });
      if (now === null) return;
      const known = new Map(
        [...now.questions, ...(earlier?.questions ?? [])].map((one) => [questionKey(one), one]),
      );
      setReading({ preview: now, questions: [...known.values()] });
      setChoices(now.choices);
      setStale(false);
      setChecked(false);
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };
  const pick = (picked: File | null) => {
    setFile(picked);
    setReading(null);
    setChoices(null);
    if (picked) void read({ file: picked, choices: null }, null);
  };
  const edit = (changed: ImportChoices) => {
    setChoices(changed);
    setStale(true);
  };
  const confirm = async () => {
    if (!file) return;
    setError(null);
    setSentText('Starting the import');
    try {
      const started = await start.send({ venueId: venue.id, unitId, timezone, choices, file });
      if (started === null) return;
      notify(`The import of ${started.fileName} has begun.`, 'success');
      onStarted();
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };

  const isDecided = reading?.questions.every((one) => valueOf(one, choices) !== undefined) ?? false;
  const sales = reading?.preview.sales ?? null;
  const show = () => {
    setChecked(!isDecided);
    if (!isDecided) decide.current?.focus();
    else if (file) void read({ file, choices }, reading);
  };

  const isReady = sales !== null && !isStale;
  return (
    <div className="relative">
      <div className="stack gap-16" inert={isSending}>
        <Card title="File">
          <div className={styles['fields']}>
            <FileField
              label="CSV file"
              accept=".csv,.tsv,.txt,text/csv"
              icon={<IconFileSpreadsheet size={16} stroke={1.6} aria-hidden="true" />}
              chooseLabel="Choose a CSV file"
              hint="One line per item sold, as your former system exports them. At most 100 MB."
              errorOf={fileError}
              file={file}
              onPick={pick}
            />
            <SelectField
              label="Unit that made these sales"
              value={unitId}
              data={units.map((unit) => ({ value: unit._id, label: unitChoice(unit) }))}
              onChange={({ currentTarget }) => {
                setUnit(currentTarget.value);
                setStale(true);
              }}
            />
            <ZoneField
              value={timezone}
              onChange={(zone) => {
                setZone(zone);
                setStale(true);
              }}
            />
          </div>
          {error !== null && (
            <div className="mt-12">
              <ErrorLine>{error}</ErrorLine>
            </div>
          )}
        </Card>
        {reading && choices && (
          <>
            <FileCard preview={reading.preview} choices={choices} onChange={edit} />
            {reading.questions.length > 0 && (
              <QuestionsCard
                ref={showDecide}
                questions={reading.questions}
                isChecked={isChecked}
                choices={choices}
                onChange={edit}
              />
            )}
            {isReady && <SalesCard ref={focusNow} sales={sales} />}
            <div className="dialog-actions">
              <Button variant="default" onClick={() => pick(null)}>
                Cancel
              </Button>
              {isReady ? (
                <Button
                  disabled={sales.stored + sales.refundLines === 0}
                  onClick={() => void confirm()}
                >
                  Confirm import
                </Button>
              ) : (
                <Button onClick={show}>Show preview</Button>
              )}
            </div>
          </>
        )}
      </div>
      {upload.progress !== null && (
        <UploadOverlay
          progress={upload.progress}
          sentText={sentText}
          bytes={file?.size ?? 0}
          onCancel={upload.cancel}
        />
      )}
    </div>
  );
}
