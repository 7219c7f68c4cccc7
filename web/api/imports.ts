/** Imports of past sales of a venue. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api, openResponse } from './client.ts';
import { endpointQuery, invalidate, pageBefore } from './endpoint-query.ts';
import { type Sending, sendForm } from './send-form.ts';

export type ImportPreview = EndpointResponse<'previewImport'>;
export type ImportChoices = ImportPreview['choices'];
export type ImportQuestion = ImportPreview['questions'][number];
type ImportPage = EndpointResponse<'listImports'>;
export type SalesImport = ImportPage['imports'][number];

/** A file with what is decided about it. */
export interface ImportFile {
  readonly venueId: string;
  readonly unitId: string;
  /** IANA name. */
  readonly timezone: string;
  /** Null for those of an earlier file with the same columns. */
  readonly choices: ImportChoices | null;
  readonly file: File;
}

const workMs = 1_000;

export const isAtWork = ({ state }: SalesImport): boolean =>
  state === 'running' || state === 'taking back';

/** A page of the imports of a venue, polled while one of them is at work. */
export const importsQuery = (venueId: string, page: number) => ({
  ...endpointQuery('listImports', {
    params: { venueId },
    query: { pagination: { current: page, size: 10 } },
  }),
  placeholderData: pageBefore('listImports', { params: { venueId } }),
  refetchInterval: ({ state }: { state: { data: ImportPage | undefined } }) =>
    state.data?.imports.some(isAtWork) ? workMs : false,
});

const formOf = ({ unitId, timezone, choices, file }: ImportFile): FormData => {
  const form = new FormData();
  form.set('unitId', unitId);
  form.set('timezone', timezone);
  if (choices) form.set('choices', JSON.stringify(choices));
  form.set('file', file);
  return form;
};

export const previewImport = (what: ImportFile, sending: Sending): Promise<ImportPreview> =>
  sendForm('previewImport', { venueId: what.venueId }, formOf(what), sending);

export async function startImport(what: ImportFile, sending: Sending): Promise<SalesImport> {
  const { venueId } = what;
  const started = await sendForm('startImport', { venueId }, formOf(what), sending);
  await invalidate('listImports', { params: { venueId } });
  return started;
}

export async function fetchRejectedLines(
  venueId: string,
  id: string,
  signal: AbortSignal,
): Promise<Blob> {
  const response = await openResponse('downloadRejectedLines', {
    params: { venueId, id },
    signal,
  });
  return response.blob();
}

export async function takeBackImport(venueId: string, id: string): Promise<void> {
  await api.takeBackImport({ params: { venueId, id } });
  await invalidate('listImports', { params: { venueId } });
}
