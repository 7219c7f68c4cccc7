import { useEffect, useRef, useState } from 'react';
import { errorMessages } from '../../../rules/messages.ts';
import type { Picture } from '../../api/files.ts';
import { toPng, UnusablePicture } from './to-png.ts';

export interface PickedImage extends Picture {
  /** Object URL for the preview, valid while the picture is selected. */
  readonly address: string;
}

export interface BrandImage {
  readonly picked: PickedImage | null;
  readonly isReading: boolean;
  /** Error for the last selected file. */
  readonly problem: string | null;
  readonly pick: (file: File) => void;
  readonly drop: () => void;
}

/** Selected picture that was not uploaded yet. */
export function useBrandImage(): BrandImage {
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
