/**
 * SQL of a condition: a message has a Message-ID. The index is of its first 63 bytes, as a `name`: that cast is leakproof, so that
 * row-level security lets the role of the app use it. Beside it the tenant is compared as `collate "C"` (decision 95).
 */
export const hasMessageId = (message: string, id: string): string =>
  `${message}.message_id::name = ${id}::name and ${message}.message_id = ${id}`;
