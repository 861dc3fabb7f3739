/**
 * Something that the service cannot do without, such as storage, gave no answer: its queue is full, the disk failed, it
 * is closed. Callers get 503 and no detail, and nothing is served uncounted; the text is for the log.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
