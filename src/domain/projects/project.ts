/** A repository that the service knows. */
export interface Project {
  readonly id: string;
  readonly accountId: string;
  /** `[a-z0-9][a-z0-9._-]{0,63}`, unique within the account. */
  readonly name: string;
  readonly kind: 'local';
  /** Absolute real path of the root. */
  readonly location: string;
  /** `start`: given as a root when the service started; `added`: by the operator's command. */
  readonly origin: 'start' | 'added';
  readonly createdAt: Date;
}
