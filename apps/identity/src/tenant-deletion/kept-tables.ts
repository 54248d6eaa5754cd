/** Tables of libs that stay in identity when a tenant is removed, and why. */
export const KEPT_IN_IDENTITY: Readonly<Record<string, string>> = {
  outbox: 'Events and mail of the deletion itself; each row goes when it is delivered',
};
