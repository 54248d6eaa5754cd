/** Idempotency keys and the answers kept for them. */

export { bodyHash } from './body-hash.js';
export { IDEMPOTENCY_ENTITIES } from './entities.js';
export { checkKey, replayed, type Idempotency, type KeptAnswer, type KeyFormat } from './idempotency.js';
export { IdempotencyKeyRepository } from './idempotency-key.repository.js';
export { idempotencySql, IDEMPOTENCY_TTL } from './idempotency-schema.js';
export { IdempotencyModule } from './idempotency.module.js';
export { IdempotencyService, type Answered } from './idempotency.service.js';
export { idempotencyHeader, idempotentBy, type IdempotentOptions } from './idempotent.js';
