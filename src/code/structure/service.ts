/** What a service is to a program. */
export type ServiceKind = 'database' | 'storage' | 'queue' | 'cloud' | 'api';

/** A service with the names by which the code of each ecosystem imports its client. */
export interface Service {
  readonly name: string;
  readonly kind: ServiceKind;
  /** By the family of languages; a name that ends in `/`, `.`, `\` or `_` stands for all that begin so. */
  readonly clients: Readonly<Record<string, string>>;
  /** Packages of Go that lie in a client and are none: forms of data that need no service. */
  readonly formats?: string;
  /** Packages that are called like a client and are none: what helps with dates, lists and types. */
  readonly helpers?: string;
  /** Images of containers and schemes of addresses. */
  readonly images?: string;
  readonly schemes?: string;
}
