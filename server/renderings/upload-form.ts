/** Multipart form of a rendering: its fields in any order, and the zip, which is streamed to disk. */
import type { FastifyRequest } from 'fastify';
import { createRendering } from '../../contract/renderings.ts';
import { bundleLimits } from '../../rules/renderings/bundle.ts';
import { refusalMessages } from '../../rules/messages.ts';
import { renderingMessages } from '../../rules/renderings/rendering-messages.ts';
import { isSafeEntryPage, pathNameOf } from '../../rules/renderings/rendering-path.ts';
import { cleanName } from '../../lib/plain-text.ts';
import { readForm } from '../shared/multipart.ts';
import type { Bundles } from '../adapters/bundles/port.ts';
import { HttpError } from '../shared/errors.ts';

export interface RenderingForm {
  venueName: string;
  pathName: string;
  entryPagePath: string;
}

/** In bytes: the maximum size of a name of 500 characters. */
const fieldBytes = 2000;

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
  const { fields, hasFile } = await readForm(request, {
    fileField: 'zipFile',
    mostBytes: bundleLimits.zipBytes,
    fieldBytes,
    receive: (zip) => bundles.receive(id, zip),
    messages: renderingMessages,
  });
  const form = checked(fields);
  if (!hasFile) throw new HttpError(400, renderingMessages.noZip);
  return form;
}

function checked(fields: Record<string, unknown>): RenderingForm {
  const parsed = named.safeParse(fields);
  if (!parsed.success) {
    throw new HttpError(400, parsed.error.issues[0]?.message ?? refusalMessages.brokenRequest);
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
