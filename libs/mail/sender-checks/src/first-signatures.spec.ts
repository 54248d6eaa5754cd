import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type SignatureReader, readFirstSignatures } from './first-signatures.js';

const require = createRequire(import.meta.url);

type Verifier = SignatureReader & { signatureHeaders: { parsed: { s: { value: string } } }[] };

/** A copy of mailauth's verifier that looks at three signatures. */
function verifierOfThree(): Verifier {
  const path = require.resolve('mailauth/lib/dkim/dkim-verifier.js');
  const loaded = require.cache[path];
  delete require.cache[path];
  const { DkimVerifier } = require(path) as { DkimVerifier: new () => Verifier };
  if (loaded) require.cache[path] = loaded;
  readFirstSignatures(DkimVerifier, 3);
  return new DkimVerifier();
}

const field = (key: string, value: string) => ({ key, casedKey: key, line: Buffer.from(`${key}: ${value}`) });
const signature = (selector: number) =>
  field('dkim-signature', `v=1; a=rsa-sha256; d=a.test; s=s${selector}; h=from; bh=AA; b=AA`);

/** The selectors of the signatures that are looked at. */
async function selectorsOf(signatures: number): Promise<string[]> {
  const verifier = verifierOfThree();
  const parsed = [
    ...Array.from({ length: signatures }, (_, n) => [signature(n), field('x-a', 'b')]).flat(),
    field('from', 'a@a.test'),
  ];
  await verifier.messageHeaders({ parsed });
  return verifier.signatureHeaders.map(({ parsed: { s } }) => s.value);
}

describe('the signatures of a message', () => {
  it('are looked at up to a number, from the first on', async () => {
    expect(await selectorsOf(5)).toEqual(['s0', 's1', 's2']);
  });

  it('are all looked at when they are few', async () => {
    expect(await selectorsOf(3)).toEqual(['s0', 's1', 's2']);
    expect(await selectorsOf(0)).toEqual([]);
  });
});
