const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * A text that must not be printed: every way of turning it into a string gives `[secret]`. `reveal` is the one way to
 * the plaintext, so that a search for it finds every place that handles one.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The plaintext, for the one answer that may carry it or for a cryptographic function. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect](): string {
    return '[secret]';
  }
}
