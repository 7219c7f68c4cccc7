import { useCallback, useEffect, useRef, useState } from 'react';
import { renderingsQuery, createRendering } from '../../api/renderings.ts';
import type { NewRendering, Rendering } from '../../api/renderings.ts';
import { queryClient } from '../../api/query-client.ts';

export interface Upload {
  /** From 0 to 1, null when idle. */
  readonly progress: number | null;
  /** Returns the published rendering; null when cancelled. Throws when rejected. */
  readonly send: (rendering: NewRendering) => Promise<Rendering | null>;
  readonly cancel: () => void;
}

/** One upload at a time; aborted on unmount. */
export function useUpload(): Upload {
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = useCallback(async (rendering: NewRendering) => {
    const upload = new AbortController();
    running.current = upload;
    setProgress(0);
    try {
      return await createRendering(rendering, { signal: upload.signal, onProgress: setProgress });
    } catch (error) {
      if (!upload.signal.aborted) throw error;
      // The upload may have completed before it was cancelled.
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
