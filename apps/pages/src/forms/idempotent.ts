import { idempotentBy } from '#libs/core/idempotency';

/** The header by which a call of this API can be repeated safely. */
export const Idempotent = idempotentBy({
  // oxlint-disable-next-line no-control-regex
  pattern: /^[^\u0000-\u001f\u007f]{1,255}$/,
  text: '1 to 255 characters',
  conflict: 'IdempotencyKeyReused',
});
