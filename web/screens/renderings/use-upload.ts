import { useCallback, useEffect, useRef, useState } from 'react';
import { renderingsQuery, uploadRendering } from '../../api/renderings.ts';
import type { NewRendering, Rendering } from '../../api/renderings.ts';
import { queryClient } from '../../api/query-client.ts';

export interface Upload {
  /** From 0 to 1, null when nothing is under way. */
  readonly progress: number | null;
  /** What was published; null when it was cancelled. Throws when it was refused. */
  readonly send: (rendering: NewRendering) => Promise<Rendering | null>;
  readonly cancel: () => void;
}

/** One upload at a time; it ends with the screen. */
export function useUpload(): Upload {
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = useCallback(async (rendering: NewRendering) => {
    const upload = new AbortController();
    running.current = upload;
    setProgress(0);
    try {
      return await uploadRendering(rendering, { signal: upload.signal, onProgress: setProgress });
    } catch (error) {
      if (!upload.signal.aborted) throw error;
      // It may have arrived before it was cancelled.
      void queryClient.invalidateQueries(renderingsQuery);
      return null;
    } finally {
      running.current = null;
      setProgress(null);
    }
  }, []);
  const cancel = useCallback(() => running.current?.abort(), []);
  return { progress, send, cancel };
}
