/** Uploads pictures directly to object storage through a presigned URL. */
import { api } from './client.ts';

/** A picture ready to upload. */
export interface Picture {
  readonly png: Blob;
  readonly fileName: string;
}

/** Uploads a picture and returns its key. Throws when the upload fails. */
export async function uploadPicture(venueId: string, { png, fileName }: Picture): Promise<string> {
  const { key, uploadUrl } = await api.createUpload({
    body: { venueId, fileName, contentType: 'image/png', sizeBytes: png.size },
  });
  const response = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png' },
    body: png,
  });
  if (!response.ok) throw new Error(`The storage responded with ${response.status} to the upload`);
  return key;
}
