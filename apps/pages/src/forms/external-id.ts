import { refusal } from '#libs/core/http';
/** The name that a tenant gives a form of its own accord. */
export const EXTERNAL_ID = {
  pattern: /^[A-Za-z0-9._:-]{1,128}$/,
  words: 'de 1 a 128 caracteres de A-Z a-z 0-9 . _ : -',
} as const;

/** @throws Problem ValidationError for a malformed one */
export function requireExternalId(text: string): string {
  if (EXTERNAL_ID.pattern.test(text)) return text;
  throw refusal('ValidationError', { erro: `external_id deve ter ${EXTERNAL_ID.words}.`, campo: 'external_id' });
}
