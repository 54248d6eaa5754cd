import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const GENERATED_BYTES = 32;
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** The text is not `whsec_` and the base64 of 24 to 64 bytes. The message does not contain it. */
export class InvalidWebhookSecret extends Error {
  override name = 'InvalidWebhookSecret';

  constructor() {
    super(`A webhook secret is ${PREFIX} and the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes`);
  }
}

/** A new secret in the form of Standard Webhooks: `whsec_` and the base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(GENERATED_BYTES).toString('base64');
}

/** Whether a secret has the prefix of Standard Webhooks. */
export function isStandardSecret(secret: string): boolean {
  return secret.startsWith(PREFIX);
}

/** Says whether deliveries can be signed with a secret: any text, but for one with the prefix and something else than base64 after it. */
export function isUsableSecret(secret: string): boolean {
  if (secret === '') return false;
  if (!isStandardSecret(secret)) return true;
  try {
    return webhookSecretBytes(secret).length > 0;
  } catch (error) {
    if (error instanceof InvalidWebhookSecret) return false;
    throw error;
  }
}

/** The bytes of the secret's base64. @throws InvalidWebhookSecret */
export function webhookSecretBytes(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text || bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
    throw new InvalidWebhookSecret();
  }
  return bytes;
}
