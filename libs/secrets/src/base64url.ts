/**
 * Bytes of a base64url text, or undefined when it is not exactly what we would write for them. Node skips foreign
 * characters and ignores spare bits; taking only the one spelling means that no altered text opens.
 */
export function decodeExactly(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
