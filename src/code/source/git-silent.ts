/**
 * git was asked and gave no answer in its time: it may have much to do, or wait for a pipe that lies where it looks for a
 * file. That says nothing of what was asked, and is no fault of ours.
 */
export class GitSilentError extends Error {
  constructor() {
    super('git took too long to answer');
    this.name = 'GitSilentError';
  }
}
