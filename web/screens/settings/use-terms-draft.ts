import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { updateTerms, termsQuery } from '../../api/settings.ts';
import { useKeeping, useKept } from '../../components/use-kept.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import type { SaveStatus } from '../../ui/save-state.tsx';

interface TermsDraft {
  readonly text: string;
  readonly status: SaveStatus;
  type(text: string): void;
  save(): Promise<void>;
}

/**
 * Draft of the terms next to the stored text. After a failed save the text stays unsaved; input is never reverted, not
 * even by a late response.
 */
export function useTermsDraft(ownerId: string | null, stored: string | undefined): TermsDraft {
  const client = useQueryClient();
  const id = `terms ${ownerId ?? ''}`;
  const kept = useKept(id, (value) => (typeof value === 'string' ? value : null));
  const [typed, setTyped] = useState(kept);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const text = typed ?? stored ?? '';
  const unsaved = typed !== null && stored !== undefined && typed !== stored;
  useUnsaved(unsaved);
  useKeeping(id, unsaved ? typed : null);

  const save = async () => {
    setSaving(true);
    try {
      await updateTerms(ownerId, text);
      client.setQueryData(termsQuery(ownerId).queryKey, { terms: text });
      setSaved(true);
    } catch (error) {
      console.error(error);
    } finally {
      setSaving(false);
    }
  };

  return {
    text,
    status: saving ? 'saving' : unsaved ? 'unsaved' : saved ? 'saved' : 'clean',
    type: setTyped,
    save,
  };
}
