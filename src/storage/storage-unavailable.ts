/**
 * Storage could not keep or read something: the queue is full, the disk failed, the database is closed. Callers of the
 * service get 503 and no detail; the text is for the log.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
