import type { Service } from './service.ts';
import { CLOUDS } from './service-clouds.ts';
import { DATABASES } from './service-databases.ts';
import { QUEUES } from './service-queues.ts';
import { STORES } from './service-stores.ts';

/** Services that programs talk to, by their clients; of two that fit the first counts. */
export const SERVICES: readonly Service[] = [...DATABASES, ...STORES, ...QUEUES, ...CLOUDS];
