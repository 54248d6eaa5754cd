/**
 * Decodes base64url; undefined unless the text is the canonical encoding. Node skips invalid characters and ignores
 * spare bits, so without this check an altered text could still open.
 */
export function decodeExactly(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
