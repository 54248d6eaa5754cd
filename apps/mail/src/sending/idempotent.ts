import { idempotentBy, type KeyFormat } from '#libs/core/idempotency';

export const KEY_FORMAT: KeyFormat = {
  pattern: /^[A-Za-z0-9._:-]{1,128}$/,
  text: '1 to 128 characters of A-Z a-z 0-9 . _ : -',
};

/** The header by which a call of this API can be repeated safely. */
export const Idempotent = idempotentBy(KEY_FORMAT);
