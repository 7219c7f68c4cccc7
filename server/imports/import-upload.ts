/** An uploaded file of past sales: receives it, and reads it with the choices that were sent or remembered. */
import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { importChoices, previewImport } from '../../contract/imports.ts';
import type { Db } from '../../db/tables/tables.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { dateMessages } from '../../lib/time-in-zone.ts';
import { refusalMessages } from '../../rules/messages.ts';
import type { ImportChoices } from '../../rules/imports/import-lines.ts';
import { mostImportBytes } from '../../rules/imports/import-limits.ts';
import { importMessages } from '../../rules/imports/import-messages.ts';
import { stateWord } from '../../rules/imports/import-states.ts';
import type { Surveyed } from '../../rules/imports/import-survey.ts';
import { readForm } from '../shared/multipart.ts';
import { HttpError } from '../shared/errors.ts';
import { ImportError } from './file/import-error.ts';
import { openSalesFile, type SalesFile, UnknownColumns } from './file/sales-file.ts';
import { findMapping } from './imports.queries.ts';
import { surveyImport } from './preview-import.ts';

export type Choices = z.output<typeof importChoices>;

export interface ImportForm {
  unitId: string;
  timezone: string;
  /** Null for those that are remembered. */
  choices: Choices | null;
  fileName: string;
  path: string;
}

const fields = previewImport.body.pick({ unitId: true, timezone: true, choices: true });

/** Receives the form, and its file in a folder that is removed after `use`. */
export async function withImportForm<T>(
  request: FastifyRequest,
  dataDir: string,
  use: (form: ImportForm) => Promise<T>,
): Promise<T> {
  const parent = join(dataDir, 'imports');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'upload-'));
  try {
    const path = join(folder, 'sales.csv');
    let fileName = '';
    const form = await readForm(request, {
      fileField: 'file',
      mostBytes: mostImportBytes,
      fieldBytes: 100_000,
      receive: async (file, name) => {
        fileName = shownName(name);
        const target = createWriteStream(path);
        await pipeline(file, target);
        return target.bytesWritten > mostImportBytes ? 'tooLarge' : 'received';
      },
      messages: {
        notAForm: importMessages.notAForm,
        tooLarge: importMessages.tooLargeFile,
        tooLong: importMessages.tooLongField,
      },
    });
    if (!form.hasFile) throw new HttpError(400, importMessages.noFile);
    return await use({ ...checked(form.fields), fileName, path });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Name as it is listed: without what a text of one line must not contain. */
const shownName = (name: string): string =>
  name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(-200) || 'sales.csv';

function checked(given: Record<string, unknown>): Omit<ImportForm, 'fileName' | 'path'> {
  const parsed = fields.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new HttpError(
      400,
      `${String(issue?.path[0])}: ${issue?.message ?? refusalMessages.brokenRequest}`,
    );
  }
  const { unitId, timezone, choices } = parsed.data;
  if (!isTimezone(timezone)) throw new HttpError(400, dateMessages.unknownTimezone);
  return { unitId, timezone, choices: choices === undefined ? null : parsedChoices(choices) };
}

function parsedChoices(text: string): Choices {
  const parsed = importChoices.safeParse(jsonOf(text));
  if (!parsed.success) throw new HttpError(400, importMessages.badChoices);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A file that is read as far as its questions allow. */
export interface ReadUpload {
  /** Names of the columns. */
  header: string[];
  choices: Choices;
  /** True when the choices are those for an earlier file. */
  remembered: boolean;
  found: { file: SalesFile; surveyed: Surveyed } | UnknownColumns;
}

const noChoices: Choices = { columns: {}, states: {} };

/** Opens and surveys the file; the caller closes it. Throws HttpError when it is no file of sales. */
export async function readUpload(db: Db, venueId: string, form: ImportForm): Promise<ReadUpload> {
  if (form.choices) return readWith(form, form.choices);
  const fresh = await readWith(form, noChoices);
  const stored = await findMapping(db, venueId, headerHash(fresh.header));
  const earlier = stored === null ? undefined : importChoices.safeParse(stored).data;
  if (!earlier) return fresh;
  await close(fresh);
  const { columns, states, dates, decimalSign, belowZero } = earlier;
  const mapped = await readWith(form, { columns, states });
  // What this file shows itself is not decided by an earlier one.
  const isOpen = (about: string) =>
    'surveyed' in mapped.found &&
    mapped.found.surveyed.questions.some((one) => one.about === about);
  const open = {
    ...(dates !== undefined && isOpen('dates') ? { dates } : {}),
    ...(decimalSign !== undefined && isOpen('decimal sign') ? { decimalSign } : {}),
    ...(belowZero !== undefined && isOpen('below zero') ? { belowZero } : {}),
  };
  const choices = { columns, states, ...open };
  const remembered = Object.keys({ ...columns, ...states, ...open }).length > 0;
  if (Object.keys(open).length === 0) return { ...mapped, choices, remembered };
  await close(mapped);
  return { ...(await readWith(form, choices)), remembered };
}

export const close = async ({ found }: ReadUpload): Promise<void> => {
  if ('file' in found) await found.file.close();
};

async function readWith(form: ImportForm, choices: Choices): Promise<ReadUpload> {
  const decided = decisionsOf(choices);
  try {
    const file = await openSalesFile(form.path, decided.mappings, form.fileName);
    try {
      const surveyed = await surveyImport(file, decided, form.timezone);
      return {
        header: trimmed(file.header),
        choices,
        remembered: false,
        found: { file, surveyed },
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof UnknownColumns)
      return { header: trimmed(error.missing.header), choices, remembered: false, found: error };
    if (error instanceof ImportError) throw new HttpError(422, error.message);
    throw error;
  }
}

const decisionsOf = ({
  columns,
  dates,
  decimalSign,
  states,
  belowZero,
}: Choices): ImportChoices => ({
  mappings: Object.entries(columns).map(([field, column]) => `${field}=${column}`),
  dates,
  decimalSign,
  states: Object.fromEntries(
    Object.entries(states).map(([word, state]) => [stateWord(word), state]),
  ),
  negative: belowZero,
});

const trimmed = (header: readonly string[]): string[] =>
  header.map((name) => name.replace(/^\ufeff/, '').trim());

/** Key of the choices for files with these columns. */
export const headerHash = (header: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify(header), 'buffer');
