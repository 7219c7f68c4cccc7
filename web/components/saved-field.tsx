import { Button, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { changeMessages } from '../../rules/change-messages.ts';
import { venueMessages } from '../../rules/venues/venue-messages.ts';
import { errorMessage, isConflict } from '../api/api-error.ts';
import { type Drafts, draftsOf, noDrafts } from './form-state.ts';
import { isSuperAdmin } from '../session/claims.ts';
import { useSession } from '../session/session.ts';
import { TextField } from '../ui/fields.tsx';
import { SaveState, type SaveStatus } from '../ui/save-state.tsx';
import styles from './saved-field.module.css';

interface SavedFieldProps extends Omit<SavedFieldRules, 'mayBeEmpty'> {
  readonly label: string;
  readonly mayBeEmpty?: boolean;
  /** Normalizes text while typing; unchanged by default. */
  readonly asTyped?: (text: string) => string;
  /** Follows the values of a change that is shown: `8.875% → 10%`. */
  readonly suffix?: string;
  readonly input?: Omit<TextInputProps, 'label'>;
}

/** True for texts of the same value, such as 9 and 9.0. */
const isSame = (stored: string, text: string): boolean =>
  stored === text.trim() || (text.trim() !== '' && Number(stored) === Number(text));

/** A text field that auto-saves and shows its save state. */
export function SavedField({
  label,
  mayBeEmpty = false,
  asTyped = (text) => text,
  suffix = '',
  input,
  ...rules
}: SavedFieldProps) {
  const field = useSavedField({ ...rules, mayBeEmpty });
  const { change } = field;
  const asShown = (value: string) => (value === '' ? changeMessages.none : `${value}${suffix}`);
  // A secret is not known here, so that it cannot be undone; nor is a value that somebody else has changed since.
  const known = change && !rules.secret && isSame(rules.stored, change.to) ? change : undefined;
  const saved = known && changeMessages.fromTo(asShown(known.from), asShown(rules.stored));
  const undo = () => {
    field.undo();
    box.current?.focus();
  };
  const box = useRef<HTMLInputElement>(null);
  const session = useSession();
  // A super admin sees a failure as an error; an owner sees the same text as a plain note.
  const inRed = session !== null && isSuperAdmin(session.claims);
  return (
    <div className="relative">
      <TextField
        ref={box}
        label={label}
        autoComplete="off"
        {...input}
        value={field.text}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(inRed
          ? { error: field.error }
          : { description: field.error ? `Not saved. ${field.error}` : input?.description })}
        onChange={(event) => field.type(asTyped(event.currentTarget.value))}
        onBlur={field.leave}
        onKeyDown={({ key }) => {
          if (key === 'Enter') field.leave();
        }}
      />
      {field.conflict && <ConflictChoice field={field} onChosen={() => box.current?.focus()} />}
      <div className={styles['state']}>
        <SaveState
          status={field.status}
          saved={saved ?? (change && rules.secret ? changeMessages.secretChanged : undefined)}
          onUndo={known && undo}
        />
      </div>
    </div>
  );
}

export interface SavedFieldRules extends Omit<FieldRules, 'drafts' | 'stored'> {
  /** Unique field name; storage key of unsaved input. */
  readonly id: string;
  /** Value stored on the server. */
  readonly stored: string;
  /** Keeps unsaved secrets only in the field. */
  readonly secret?: boolean;
}

export interface UsedField extends Pick<FieldState, 'status' | 'error' | 'conflict' | 'change'> {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly leave: () => void;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
  /** Sends the value before the last change. */
  readonly undo: () => void;
  /** The text at this moment, which may be newer than the rendered one; null for the stored value. */
  readonly typedNow: () => string | null;
}

const isNever = () => false;

/** Auto-saving field; pending input is also sent when the screen or the page is left. */
export function useSavedField({
  id,
  stored,
  save,
  delayMs,
  mayBeEmpty,
  isPartial = isNever,
  secret = false,
}: SavedFieldRules): UsedField {
  const [saver] = useState(
    () =>
      new FieldSaver({
        save,
        delayMs,
        stored,
        mayBeEmpty,
        isPartial,
        drafts: secret ? noDrafts : draftsOf(id),
      }),
  );
  const { typed, status, error, conflict, change } = useSyncExternalStore(
    saver.subscribe,
    saver.state,
  );

  useEffect(() => {
    saver.saveBy(save, stored);
  }, [saver, save, stored]);
  useEffect(() => {
    window.addEventListener('pagehide', saver.close);
    return () => {
      window.removeEventListener('pagehide', saver.close);
      saver.flush();
    };
  }, [saver]);

  return {
    text: typed ?? stored,
    status,
    error,
    conflict,
    ...(change && { change }),
    type: saver.type,
    leave: saver.leave,
    takeTheirs: saver.takeTheirs,
    keepMine: saver.keepMine,
    undo: saver.undo,
    typedNow: () => saver.state().typed,
  };
}

interface ConflictChoiceProps {
  readonly field: { readonly takeTheirs: () => void; readonly keepMine: () => void };
  /** Called after the choice, when its buttons are about to disappear. */
  readonly onChosen: () => void;
}

/** Choice between the value of another user, which is stored, and the typed one. */
export function ConflictChoice({ field, onChosen }: ConflictChoiceProps) {
  const choice = (text: string, choose: () => void) => (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => {
        choose();
        onChosen();
      }}
    >
      {text}
    </Button>
  );
  return (
    <div className={styles['choice']}>
      {choice(venueMessages.takeTheirs, field.takeTheirs)}
      {choice(venueMessages.keepMine, field.keepMine)}
    </div>
  );
}

// Auto-saves a field with debounce, or when it is left; never loses input, and never lets an older response overwrite it.

export interface FieldRules {
  readonly save: (text: string) => Promise<void>;
  /** Null to save only on leaving the field: a part of an amount must not take effect. */
  readonly delayMs: number | null;
  /** Value stored on the server, to show and undo what a field that is saved on leaving has changed. */
  readonly stored?: string;
  /** True when empty text is saved; otherwise it is not, and leaving the field restores the stored value. */
  readonly mayBeEmpty: boolean;
  /** True for text that is not a value yet, such as a lone sign; leaving the field then restores the stored one. */
  readonly isPartial?: (text: string) => boolean;
  /** Storage of text that could not be saved. */
  readonly drafts: Drafts;
}

export interface SavedChange {
  readonly from: string;
  readonly to: string;
}

export interface FieldState {
  /** Text that is not known to be stored; null shows the server's value. */
  readonly typed: string | null;
  readonly status: SaveStatus;
  readonly error: string | null;
  /** True after another user has changed the value: nothing is sent until the user has chosen between the two. */
  readonly conflict: boolean;
  /** Last saved change of a field that is saved on leaving, until it is undone or typed over. */
  readonly change?: SavedChange;
}

const settled = { error: null, conflict: false } as const;

export class FieldSaver {
  #rules: FieldRules;
  #state: FieldState;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** True for typed text that is to be sent. */
  #isPending = false;
  // Saves run sequentially, so that an older one never arrives after a newer one.
  #running: Promise<void> = Promise.resolve();
  /** The text in the request that is in flight. */
  #inFlight: string | null = null;

  constructor(rules: FieldRules) {
    this.#rules = rules;
    const typed = rules.drafts.kept();
    this.#state = { typed, status: typed === null ? 'clean' : 'unsaved', ...settled };
  }

  readonly state = (): FieldState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly type = (text: string): void => {
    this.#stopWaiting();
    if (this.#state.conflict) return this.#set({ ...this.#state, typed: text });
    this.#set({ typed: text, status: 'unsaved', ...settled });
    if (!this.#maySave(text)) return;
    this.#isPending = true;
    const { delayMs } = this.#rules;
    if (delayMs !== null) this.#timer = setTimeout(() => this.flush(), delayMs);
  };

  /** Replaces the save function, and the stored value. */
  readonly saveBy = (save: FieldRules['save'], stored?: string): void => {
    this.#rules = { ...this.#rules, save, ...(stored !== undefined && { stored }) };
  };

  /** Sends pending input immediately. */
  readonly flush = (): void => {
    if (!this.#isPending) return;
    this.#stopWaiting();
    if (this.#state.typed !== null) this.#send(this.#state.typed);
  };

  /** The page is closed or reloaded: sends what is pending; what has to follow a request in flight is stored as a draft. */
  readonly close = (): void => {
    this.flush();
    const { typed } = this.#state;
    if (this.#inFlight !== null && typed !== null && typed !== this.#inFlight) {
      this.#rules.drafts.keep(typed);
    }
  };

  /** On blur: sends pending input, retries a failed save, and restores a required field that is empty. */
  readonly leave = (): void => {
    const { typed, status, conflict } = this.#state;
    if (typed === null || conflict) return;
    const isSame = this.#rules.delayMs === null && typed === this.#rules.stored;
    if (isSame && status === 'unsaved') this.takeTheirs();
    else if (!this.#maySave(typed)) this.#set({ typed: null, status: 'clean', ...settled });
    else if (!this.#isPending && (status === 'failed' || status === 'unsaved')) this.#send(typed);
    else this.flush();
  };

  /** Resolves a conflict by the value of the other user. */
  readonly takeTheirs = (): void => {
    this.#stopWaiting();
    this.#rules.drafts.drop();
    this.#set({ typed: null, status: 'clean', ...settled });
  };

  /** Resolves a conflict by overwriting the value of the other user. */
  readonly keepMine = (): void => {
    if (this.#state.typed !== null) this.#send(this.#state.typed);
  };

  /** Sends the value before the last change. */
  readonly undo = (): void => {
    const { change, typed } = this.#state;
    if (change && typed === null) this.#send(change.from, true);
  };

  #send(text: string, isUndo = false): void {
    this.#set({ typed: text, status: 'saving', ...settled });
    this.#running = this.#save(this.#running, text, isUndo);
  }

  async #save(earlier: Promise<void>, text: string, isUndo: boolean): Promise<void> {
    await earlier;
    if (this.#state.typed !== text) return;
    this.#inFlight = text;
    const { delayMs, stored: from } = this.#rules;
    const change =
      delayMs === null && from !== undefined && !isUndo ? { change: { from, to: text } } : {};
    try {
      await this.#rules.save(text);
      this.#rules.drafts.drop();
      if (this.#state.typed === text) {
        this.#set({ typed: null, status: 'saved', ...settled, ...change });
      }
    } catch (failure) {
      const { typed } = this.state();
      const conflict = isConflict(failure);
      // Restored later, the text would be sent without a word of the other value.
      if (conflict) this.#rules.drafts.drop();
      else if (typed !== null) this.#rules.drafts.keep(typed);
      if (conflict) this.#stopWaiting();
      if (conflict || typed === text) {
        this.#set({ typed, status: 'failed', error: errorMessage(failure), conflict });
      }
    } finally {
      this.#inFlight = null;
    }
  }

  #maySave = (text: string): boolean =>
    (this.#rules.mayBeEmpty || text.trim() !== '') && !this.#rules.isPartial?.(text);

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isPending = false;
  }

  #set(state: FieldState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
