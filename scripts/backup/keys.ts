import type { KeyRing } from '#libs/core/secrets';
import type { Manifest } from './manifest.js';
import type { KeyRings } from './place.js';

/** Key id → what tells a key from another, and nothing about it. */
export const fingerprintsOf = (ring: KeyRing): Record<string, string> =>
  Object.fromEntries(ring.keyIds.map((keyId) => [keyId, ring.fingerprint(keyId)]));

/** @throws Error that names the keys which are missing or others: values sealed under them could not be opened */
export function assertKeysFit({ databases }: Manifest, rings: KeyRings): void {
  const wrong = Object.entries(databases).flatMap(([name, { keys }]) =>
    Object.entries(keys)
      .filter(([keyId, fingerprint]) => !rings[name]?.has(keyId) || rings[name].fingerprint(keyId) !== fingerprint)
      .map(
        ([keyId]) => `${name}: ${rings[name]?.has(keyId) ? 'another key is called' : 'missing is the key'} ${keyId}`,
      ),
  );
  if (wrong.length > 0) {
    throw new Error(`The keys at rest are not those of the backup, which are kept apart from it.\n${wrong.join('\n')}`);
  }
}
