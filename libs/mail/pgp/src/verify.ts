import { ReadableStream } from 'node:stream/web';
import type { PublicKey, Signature, WebStream } from 'openpgp';
import { openpgp } from './openpgp.js';
import type { SignedContent } from './signed-content.js';

/** Signatures of one message that are looked at. */
const SIGNATURES_MAX = 10;

/**
 * Verifies signed content with armored public keys. Returns the fingerprint, in upper case, of the primary key whose
 * signature it has; null if it has none of these keys. A signature counts if it has not expired, is not from the future, and
 * was made while its key was valid.
 */
export async function verifySigned(content: SignedContent, armoredKeys: readonly string[]): Promise<string | null> {
  const signature = await openpgp()
    .readSignature({ armoredSignature: content.signature })
    .catch(() => null);
  const ids = signature?.getSigningKeyIDs() ?? [];
  if (!signature || ids.length > SIGNATURES_MAX) return null;
  const keys = await Promise.all(armoredKeys.map((armoredKey) => openpgp().readKey({ armoredKey })));
  const known = keys.filter((key) => ids.some((id) => key.getKeys(id).length > 0));
  if (known.length === 0) return null;
  for (const key of known) if (await isSignedBy(content, signature, key)) return key.getFingerprint().toUpperCase();
  return null;
}

async function isSignedBy(content: SignedContent, signature: Signature, key: PublicKey): Promise<boolean> {
  const failure: { error?: unknown } = {};
  const binary = toStream(content.open(), failure) as unknown as WebStream<Uint8Array>;
  const message = await openpgp().createMessage({ binary });
  const { data, signatures } = await openpgp().verify({ message, signature, verificationKeys: key, format: 'binary' });
  const outcomes = Promise.allSettled(signatures.map(({ verified }) => verified));
  // The signature is verified as the content is read. The package overwrites `getReader`, but not the iterator.
  const reader = (data as unknown as ReadableStream<Uint8Array>).getReader();
  while (!(await reader.read().catch(() => ({ done: true }))).done);
  const isVerified = (await outcomes).some(({ status }) => status === 'fulfilled');
  if (failure.error) throw failure.error;
  return isVerified;
}

/** A failure to read is none of the signature, and is kept apart. */
function toStream(source: AsyncIterable<Buffer>, failure: { error?: unknown }): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        failure.error = error;
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
