/** Multipart form of a rendering: its fields in any order, and the zip, which is streamed to disk. */
import type { FastifyRequest } from 'fastify';
import { createRendering } from '../../contract/renderings.ts';
import { bundleLimits } from '../../rules/renderings/bundle.ts';
import { errorMessages } from '../../rules/messages.ts';
import { renderingMessages } from '../../rules/renderings/rendering-messages.ts';
import { isSafeEntryPage, pathNameOf } from '../../rules/renderings/rendering-path.ts';
import { cleanName } from '../../lib/plain-text.ts';
import type { Bundles } from '../adapters/bundles/port.ts';
import { HttpError } from '../shared/errors.ts';

export interface RenderingForm {
  venueName: string;
  pathName: string;
  entryPagePath: string;
}

/** In bytes: the maximum size of a name of 500 characters. */
const fieldSize = 2000;
/** Maximum overhead of fields and boundaries in addition to the zip. */
const aroundZip = 16 * 1024;

const limits = {
  fieldNameSize: 100,
  fieldSize,
  fields: 10,
  files: 1,
  // One more than allowed, to detect a file over the limit.
  fileSize: bundleLimits.zipBytes + 1,
};

const named = createRendering.body.pick({
  venueName: true,
  pathName: true,
  entryPagePath: true,
});

/**
 * Throws HttpError for an invalid form; the upload `id` may have begun then. Whether a page can be published at the
 * path depends on the pages there are.
 */
export async function readUploadForm(
  request: FastifyRequest,
  bundles: Bundles,
  id: string,
): Promise<RenderingForm> {
  if (!request.isMultipart()) throw new HttpError(400, renderingMessages.notAForm);
  if (Number(request.headers['content-length']) > bundleLimits.zipBytes + aroundZip) {
    throw new HttpError(413, renderingMessages.tooLarge);
  }
  const fields = new Map<string, unknown>();
  let isThere = false;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) {
          throw new HttpError(400, renderingMessages.tooLong(part.fieldname));
        }
        fields.set(part.fieldname, part.value);
      } else if (part.fieldname === 'zipFile') {
        const receipt = await bundles.receive(id, part.file);
        if (receipt === 'tooLarge') throw new HttpError(413, renderingMessages.tooLarge);
        isThere = true;
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    if (isBrokenForm(error)) throw new HttpError(400, errorMessages.brokenRequest);
    throw error;
  }
  const form = checked(Object.fromEntries(fields));
  if (!isThere) throw new HttpError(400, renderingMessages.noZip);
  return form;
}

/** Detects a truncated form or one without a usable boundary: the form parser reports both as a plain Error. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && /multipart|needle/i.test(error.message);

function checked(fields: Record<string, unknown>): RenderingForm {
  const parsed = named.safeParse(fields);
  if (!parsed.success) {
    throw new HttpError(400, parsed.error.issues[0]?.message ?? errorMessages.brokenRequest);
  }
  const venueName = cleanName(parsed.data.venueName.normalize('NFC'));
  const pathName = pathNameOf(venueName);
  const { pathName: sent = '' } = parsed.data;
  if (sent !== '' && sent.normalize('NFC') !== pathName) {
    throw new HttpError(400, renderingMessages.otherPathName(pathName));
  }
  const entryPagePath = parsed.data.entryPagePath.normalize('NFC');
  if (!isSafeEntryPage(entryPagePath)) throw new HttpError(400, renderingMessages.badEntryPage);
  return { venueName, pathName, entryPagePath };
}
