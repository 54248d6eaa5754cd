import type { Entities } from '#libs/core/persistence';
import { IdempotencyKey } from './idempotency-key.entity.js';

/** The table of idempotency keys. */
export const IDEMPOTENCY_ENTITIES: Entities = [IdempotencyKey];
