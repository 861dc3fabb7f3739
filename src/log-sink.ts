import pino from 'pino';
import type { Log, LogFields, LogThreshold } from './base/log.ts';

/** Writes events as JSON lines to standard error, so that standard output stays for people and programs. Every line has `fields`. */
export function openLog(level: LogThreshold, fields: LogFields | null = null): Log {
  const sink = pino(
    {
      level,
      base: fields,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'event',
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  );
  return {
    event: (name, fields = {}, urgency = 'info') => sink[urgency](fields, name),
  };
}
