/** An image to upload: any picture that the browser can read becomes a PNG of limited size. */
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { endsLikePng, pngHeadBytes, pngTailBytes, readPngSize } from '../../lib/content-type.ts';
import { isPlainText, withoutControls } from '../../lib/plain-text.ts';
import { pickMessages } from '../../rules/files/image-key.ts';
import { errorMessages } from '../../rules/messages.ts';
import type { Picture } from '../api/files.ts';
import { dropZone } from '../ui/drop-zone.ts';

/** Carries a message for the field. */
class UnusablePicture extends Error {
  override readonly name = 'UnusablePicture';
}

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Sharp on the largest screen that shows images, yet small, because a phone at the bar loads a dozen of them. */
const mostSide = 1600;
// Slightly below the server's limit.
const mostBytes = 4_500_000;
/** Larger pictures exhaust a phone's memory during decoding. */
const mostPixels = 100_000_000;

/** Scales a size to the maximum side length, preserving the aspect ratio. */
export function fitted({ width, height }: PixelSize, side = mostSide): PixelSize {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** A drawing has no pixels of its own: it is drawn at the maximum side length, whatever size it states. */
export function sizeOfDrawing({ width, height }: PixelSize): PixelSize {
  const scale = mostSide / Math.max(width, height);
  return fitted({ width: width * scale, height: height * scale });
}

/** Side length at which a picture of this file size should fit within the limit. */
export const lighterSide = ({ width, height }: PixelSize, bytes: number): number =>
  Math.floor(Math.max(width, height) * Math.sqrt(mostBytes / bytes) * 0.9);

/** Upload file name: `rum.jpg` becomes `rum.png`. */
export function pngName(name: string): string {
  const plain = withoutControls(name.replace(/\.[^.]*$/, ''))
    .trim()
    .slice(0, 150);
  return `${plain !== '' && isPlainText(plain) ? plain : 'image'}.png`;
}

/** A small and valid PNG is used unchanged; other pictures are re-encoded. Throws UnusablePicture. */
async function toPng(file: File): Promise<Picture> {
  if (file.size === 0) throw new UnusablePicture(pickMessages.empty);
  const fileName = pngName(file.name);
  const address = URL.createObjectURL(file);
  try {
    const image = await load(address);
    if (await isFine(file)) return { png: new Blob([file], { type: 'image/png' }), fileName };
    return { png: await redraw(image, file.type === 'image/svg+xml'), fileName };
  } catch (error) {
    if (error instanceof UnusablePicture) throw error;
    throw new UnusablePicture(pickMessages.unreadable, { cause: error });
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  await new Promise((resolve, reject) => {
    image.addEventListener('load', resolve);
    image.addEventListener('error', reject);
    image.src = address;
  });
  // The size is known before the picture is decoded.
  const pixels = image.naturalWidth * image.naturalHeight;
  if (pixels === 0) throw new UnusablePicture(pickMessages.unreadable);
  if (pixels > mostPixels) throw new UnusablePicture(pickMessages.tooManyToRead);
  await image.decode();
  return image;
}

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());

async function isFine(file: File): Promise<boolean> {
  const size = readPngSize(await bytesOf(file.slice(0, pngHeadBytes)));
  return (
    size !== null &&
    endsLikePng(await bytesOf(file.slice(-pngTailBytes))) &&
    Math.max(size.width, size.height) <= mostSide &&
    file.size <= mostBytes
  );
}

async function redraw(image: HTMLImageElement, isDrawing: boolean): Promise<Blob> {
  const stated = { width: image.naturalWidth, height: image.naturalHeight };
  const original = isDrawing ? sizeOfDrawing(stated) : stated;
  let size = fitted(original);
  let png = await draw(image, size);
  while (png.size > mostBytes) {
    size = fitted(original, lighterSide(size, png.size));
    png = await draw(image, size);
  }
  return png;
}

async function draw(image: HTMLImageElement, { width, height }: PixelSize): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new UnusablePicture(pickMessages.unreadable);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => {
      if (png) resolve(png);
      else reject(new UnusablePicture(pickMessages.unreadable));
    }, 'image/png');
  });
}

export interface PickedImage extends Picture {
  /** Object URL for the preview, valid while the picture is selected. */
  readonly address: string;
}

export interface ImagePick {
  readonly picked: PickedImage | null;
  readonly isReading: boolean;
  /** Error for the last selected file. */
  readonly problem: string | null;
  readonly pick: (file: File) => void;
  readonly drop: () => void;
}

/** Selected picture that was not uploaded yet. */
export function useImagePick(): ImagePick {
  const [picked, setPicked] = useState<PickedImage | null>(null);
  const [problem, setError] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  // The last selected file wins, however long another takes to read.
  const latest = useRef<File | null>(null);
  const address = picked?.address;
  useEffect(() => {
    if (address === undefined) return undefined;
    return () => URL.revokeObjectURL(address);
  }, [address]);

  const pick = async (file: File) => {
    latest.current = file;
    setReading(true);
    setError(null);
    try {
      const picture = await toPng(file);
      if (latest.current !== file) return;
      setPicked({ ...picture, address: URL.createObjectURL(picture.png) });
    } catch (error) {
      if (latest.current !== file) return;
      setError(error instanceof UnusablePicture ? error.message : errorMessages.unknown);
    }
    setReading(false);
  };

  return {
    picked,
    isReading,
    problem,
    pick: (file) => void pick(file),
    drop: () => {
      setPicked(null);
      setError(null);
    },
  };
}

interface ImageGroupProps {
  readonly image: ImagePick;
  readonly legend: ReactNode;
  readonly children: ReactNode;
}

/** Parts of a field for an image, which also takes one that is dropped on it. */
export const ImageGroup = ({ image, legend, children }: ImageGroupProps) => (
  <fieldset ref={(element) => dropZone(element, image.pick)}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

interface PickButtonProps extends Pick<ButtonProps, 'size' | 'leftSection'> {
  readonly image: ImagePick;
  readonly 'aria-describedby': string;
  readonly 'data-upload'?: boolean;
  readonly 'data-wrong'?: boolean;
  readonly children: ReactNode;
}

/** Opens the choice of a file; a phone offers its camera too. */
export function PickButton({ image, ...button }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) image.pick(file);
          // Allows selecting the same file again after it was fixed.
          currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        loading={image.isReading}
        onClick={() => input.current?.click()}
        {...button}
      />
    </>
  );
}
