/** Uploads pictures directly to object storage through a presigned URL. */
import { api } from './client.ts';

/** A picture ready to upload. */
export interface Picture {
  readonly png: Blob;
  readonly fileName: string;
}

interface Upload {
  readonly fileName: string;
  readonly contentType: 'image/png';
  readonly sizeBytes: number;
}

const keys = new WeakMap<Blob, string>();

/** Uploads a picture once over all attempts to save it, and returns its key. Throws when the upload fails. */
async function upload(
  { png, fileName }: Picture,
  issue: (upload: Upload) => Promise<{ readonly key: string; readonly uploadUrl: string }>,
): Promise<string> {
  const known = keys.get(png);
  if (known !== undefined) return known;
  const { key, uploadUrl } = await issue({
    fileName,
    contentType: 'image/png',
    sizeBytes: png.size,
  });
  const response = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png' },
    body: png,
  });
  if (!response.ok) throw new Error(`The storage responded with ${response.status} to the upload`);
  keys.set(png, key);
  return key;
}

export const uploadPicture = (venueId: string, picture: Picture): Promise<string> =>
  upload(picture, (file) => api.createUpload({ body: { venueId, ...file } }));

/** Uploads the photo of an invoice, which is private. */
export const uploadInvoice = (venueId: string, photo: Picture): Promise<string> =>
  upload(photo, (file) => api.createInvoiceUpload({ params: { venueId }, body: file }));
