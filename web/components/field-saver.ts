/** Saves a field a moment after the typing stops; never loses what was typed, never lets an older answer undo it. */
import { errorMessage } from '../api/api-error.ts';
import type { SaveStatus } from '../ui/save-state.tsx';

export interface FieldRules {
  readonly save: (text: string) => Promise<void>;
  readonly delayMs: number;
  /** Whether an empty text is saved; else it saves nothing, and leaving the field shows what is stored again. */
  readonly mayBeEmpty: boolean;
  /** Where text that could not be saved is kept. */
  readonly drafts: { kept(): string | null; keep(text: string): void; drop(): void };
}

export interface FieldState {
  /** What was typed and is not known to be stored; null shows what the server holds. */
  readonly typed: string | null;
  readonly status: SaveStatus;
  readonly error: string | null;
}

export class FieldSaver {
  #rules: FieldRules;
  #state: FieldState;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  // One save after the other: an older one can never arrive after a newer one.
  #running: Promise<void> = Promise.resolve();

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

  /** From now on it is saved in this way. */
  readonly saveBy = (save: FieldRules['save']): void => {
    this.#rules = { ...this.#rules, save };
  };

  /** Sends at once what is waiting to be sent. */
  readonly flush = (): void => {
    if (this.#timer === null) return;
    this.#stopWaiting();
    if (this.#state.typed !== null) this.#send(this.#state.typed);
  };

  /** The user goes on to something else: what waits is sent, what failed is tried again, what may not be empty comes back. */
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
