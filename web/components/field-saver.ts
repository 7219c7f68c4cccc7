/**
 * Auto-saves a field with debounce, or when it is left; never loses input, and never lets an older response overwrite it.
 */
import { errorMessage, isConflict } from '../api/api-error.ts';
import type { SaveStatus } from '../ui/save-state.tsx';

export interface FieldRules {
  readonly save: (text: string) => Promise<void>;
  /** Null to save only on leaving the field: a part of an amount or a name must not take effect. */
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

export interface Drafts {
  kept(): string | null;
  keep(text: string): void;
  drop(): void;
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
