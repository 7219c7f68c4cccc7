/** Auto-saves a field with debounce; never loses input, and never lets an older response overwrite it. */
import { errorMessage } from '../api/api-error.ts';
import type { SaveStatus } from '../ui/save-state.tsx';

export interface FieldRules {
  readonly save: (text: string) => Promise<void>;
  readonly delayMs: number;
  /** True when empty text is saved; otherwise it is not, and leaving the field restores the stored value. */
  readonly mayBeEmpty: boolean;
  /** Storage of text that could not be saved. */
  readonly drafts: { kept(): string | null; keep(text: string): void; drop(): void };
}

export interface FieldState {
  /** Text that is not known to be stored; null shows the server's value. */
  readonly typed: string | null;
  readonly status: SaveStatus;
  readonly error: string | null;
}

export class FieldSaver {
  #rules: FieldRules;
  #state: FieldState;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  // Saves run sequentially, so that an older one never arrives after a newer one.
  #running: Promise<void> = Promise.resolve();
  /** The text in the request that is in flight. */
  #inFlight: string | null = null;

  constructor(rules: FieldRules) {
    this.#rules = rules;
    const typed = rules.drafts.kept();
    this.#state = { typed, status: typed === null ? 'clean' : 'unsaved', error: null };
  }

  readonly state = (): FieldState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly type = (text: string): void => {
    this.#stopWaiting();
    this.#set({ typed: text, status: 'unsaved', error: null });
    if (this.#maySave(text)) this.#timer = setTimeout(() => this.flush(), this.#rules.delayMs);
  };

  /** Replaces the save function. */
  readonly saveBy = (save: FieldRules['save']): void => {
    this.#rules = { ...this.#rules, save };
  };

  /** Sends pending input immediately. */
  readonly flush = (): void => {
    if (this.#timer === null) return;
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
    const { typed, status } = this.#state;
    if (typed === null) return;
    if (!this.#maySave(typed)) this.#set({ typed: null, status: 'clean', error: null });
    else if (this.#timer === null && (status === 'failed' || status === 'unsaved'))
      this.#send(typed);
    else this.flush();
  };

  #send(text: string): void {
    this.#set({ typed: text, status: 'saving', error: null });
    this.#running = this.#save(this.#running, text);
  }

  async #save(earlier: Promise<void>, text: string): Promise<void> {
    await earlier;
    if (this.#state.typed !== text) return;
    this.#inFlight = text;
    try {
      await this.#rules.save(text);
      this.#rules.drafts.drop();
      if (this.#state.typed === text) this.#set({ typed: null, status: 'saved', error: null });
    } catch (failure) {
      const { typed } = this.state();
      if (typed !== null) this.#rules.drafts.keep(typed);
      if (typed === text) {
        this.#set({ typed: text, status: 'failed', error: errorMessage(failure) });
      }
    } finally {
      this.#inFlight = null;
    }
  }

  #maySave = (text: string): boolean => this.#rules.mayBeEmpty || text.trim() !== '';

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(state: FieldState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
