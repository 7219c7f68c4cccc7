/** Pictures go straight to the storage, by an address that the server signs. */
import { api } from './client.ts';

/** A picture that is ready to be sent. */
export interface Picture {
  readonly png: Blob;
  readonly fileName: string;
}

/** Sends a picture; the answer is the key it is then known by. It throws when the picture has not arrived. */
export async function uploadPicture(venueId: string, { png, fileName }: Picture): Promise<string> {
  const { key, uploadUrl } = await api.createUpload({
    body: { venueId, fileName, contentType: 'image/png', sizeBytes: png.size },
  });
  const answer = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png' },
    body: png,
  });
  if (!answer.ok) throw new Error(`The storage answered ${answer.status} to the upload`);
  return key;
}
