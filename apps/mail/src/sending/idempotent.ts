import { idempotentBy } from '#libs/idempotency';

/** The header by which a call of this API can be repeated safely. */
export const Idempotent = idempotentBy({
  pattern: /^[A-Za-z0-9._:-]{1,128}$/,
  text: '1 to 128 characters of A-Z a-z 0-9 . _ : -',
});
