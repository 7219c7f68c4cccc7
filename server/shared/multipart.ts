/** Multipart forms with one file, which is streamed to its receiver. */
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { refusalMessages } from '../../rules/messages.ts';
import { HttpError } from './errors.ts';

export interface FormWithFile {
  /** Name of the field of the file. */
  fileField: string;
  /** Size of the file. */
  mostBytes: number;
  /** Size of each other field. */
  fieldBytes: number;
  /** Streams the file to its place, up to a byte more than it may have; `tooLarge` when it had that. */
  receive: (file: Readable, name: string) => Promise<'received' | 'tooLarge'>;
  messages: {
    notAForm: string;
    tooLarge: string;
    tooLong: (field: string) => string;
  };
}

/** Maximum overhead of fields and boundaries in addition to the file. */
const aroundFile = 32 * 1024;

/**
 * Reads a form whose fields are in any order. Throws HttpError for an invalid one; the file may have been received then.
 * @returns the fields, and whether the file is there
 */
export async function readForm(
  request: FastifyRequest,
  { fileField, mostBytes, fieldBytes, receive, messages }: FormWithFile,
): Promise<{ fields: Record<string, unknown>; hasFile: boolean }> {
  if (!request.isMultipart()) throw new HttpError(400, messages.notAForm);
  if (Number(request.headers['content-length']) > mostBytes + aroundFile) {
    throw new HttpError(413, messages.tooLarge);
  }
  const limits = {
    fieldNameSize: 100,
    fieldSize: fieldBytes,
    fields: 10,
    files: 1,
    // One more than allowed, to detect a file over the limit.
    fileSize: mostBytes + 1,
  };
  const fields = new Map<string, unknown>();
  let hasFile = false;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) {
          throw new HttpError(400, messages.tooLong(part.fieldname));
        }
        fields.set(part.fieldname, part.value);
      } else if (part.fieldname === fileField) {
        const receipt = await receive(part.file, part.filename);
        if (receipt === 'tooLarge') throw new HttpError(413, messages.tooLarge);
        hasFile = true;
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    if (isBrokenForm(error)) throw new HttpError(400, refusalMessages.brokenRequest);
    throw error;
  }
  return { fields: Object.fromEntries(fields), hasFile };
}

/** Detects a truncated form or one without a usable boundary: the form parser reports both as a plain Error. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && /multipart|needle/i.test(error.message);
