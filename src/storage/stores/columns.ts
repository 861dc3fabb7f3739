/** An instant as it is stored: integer milliseconds since 1970, UTC. */
export function toMs(instant: Date): number;
export function toMs(instant: Date | null): number | null;
export function toMs(instant: Date | null): number | null {
  return instant === null ? null : instant.getTime();
}

/** A stored instant. */
export function toInstant(ms: number): Date;
export function toInstant(ms: number | null): Date | null;
export function toInstant(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
