import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { BrokenSeal, UnknownKeyId } from './errors.js';
import { KeyRing } from './key-ring.js';
import { SecretBox } from './secret-box.js';

const K1 = KeyRing.generate('k1');
const K2 = KeyRing.generate('k2');
const TENANT = 'acc_0123456789abcdef';
const PURPOSE = 'webhook.secret';
const box = new SecretBox(KeyRing.fromConfig(K1));

describe('seal and open', () => {
  it('return any string unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (plain, tenant, purpose) => {
        expect(box.open(tenant, purpose, box.seal(tenant, purpose, plain))).toBe(plain);
      }),
    );
  });

  it('return any bytes unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        const plain = Buffer.from(bytes);
        expect(box.openBytes(TENANT, PURPOSE, box.seal(TENANT, PURPOSE, plain)).equals(plain)).toBe(true);
      }),
    );
  });

  it('have version and key id in the sealed text, and nothing of the value', () => {
    const sealed = box.seal(TENANT, PURPOSE, 'maria@exemplo.com.br');
    expect(sealed).toMatch(/^v1\.k1\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes('maria')).toBe(false);
  });

  it('seal one value differently each time, also after many nonces', () => {
    const sealed = Array.from({ length: 1000 }, () => box.seal(TENANT, PURPOSE, 'same'));
    const nonces = sealed.map((text) => Buffer.from(text.slice(6), 'base64url').toString('hex', 0, 12));
    expect(new Set(nonces).size).toBe(1000);
  });

  it('opens after a restart', () => {
    const restarted = new SecretBox(KeyRing.fromConfig(K1));
    expect(restarted.open(TENANT, PURPOSE, box.seal(TENANT, PURPOSE, 'x'))).toBe('x');
  });
});

describe('a sealed text that is not as we made it', () => {
  it('is rejected when any one bit of nonce, tag or ciphertext is flipped', () => {
    const sealed = box.seal(TENANT, PURPOSE, 'a secret');
    const bytes = Buffer.from(sealed.slice(6), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => box.open(TENANT, PURPOSE, `v1.k1.${altered.toString('base64url')}`)).toThrow(BrokenSeal);
    }
  });

  it('is rejected when any one character of the text is another, spare bits of base64 included', () => {
    for (const plain of ['a', 'ab', 'abc']) {
      const sealed = box.seal(TENANT, PURPOSE, plain);
      for (let at = 0; at < sealed.length; at++) {
        for (const other of ['A', 'B', 'E', 'w', '-', '.', ' ', '=']) {
          if (sealed[at] === other) continue;
          const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
          expect(() => box.open(TENANT, PURPOSE, altered)).toThrow(/altered|No master key/);
        }
      }
    }
  });

  it('is rejected when it is cut anywhere or longer', () => {
    const sealed = box.seal(TENANT, PURPOSE, 'a secret');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => box.open(TENANT, PURPOSE, sealed.slice(0, length))).toThrow(BrokenSeal);
    }
    for (const more of ['A', '=', '\n', '.A']) {
      expect(() => box.open(TENANT, PURPOSE, sealed + more)).toThrow(BrokenSeal);
    }
  });

  it('is rejected for another tenant or purpose, also when the two together read the same', () => {
    const sealed = box.seal('acc_1', 'webhook', 'x');
    expect(() => box.open('acc_2', 'webhook', sealed)).toThrow(BrokenSeal);
    expect(() => box.open('acc_1', 'dkim', sealed)).toThrow(BrokenSeal);
    expect(() => box.open('acc_1w', 'ebhook', sealed)).toThrow(BrokenSeal);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (tenant, purpose, otherTenant, otherPurpose) => {
        fc.pre(tenant !== otherTenant || purpose !== otherPurpose);
        const text = box.seal(tenant, purpose, 'x');
        expect(() => box.open(otherTenant, otherPurpose, text)).toThrow(BrokenSeal);
      }),
    );
  });

  it('is rejected when it names another configured key', () => {
    const both = new SecretBox(KeyRing.fromConfig(`${K1},${K2}`));
    expect(() => both.open(TENANT, PURPOSE, both.seal(TENANT, PURPOSE, 'x').replace('k1', 'k2'))).toThrow(BrokenSeal);
  });

  it('is rejected with a typed error whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `v1.k1.${text}`),
        ),
        (text) => {
          expect(() => box.open(TENANT, PURPOSE, text)).toThrow(BrokenSeal);
        },
      ),
    );
  });
});

describe('rotation', () => {
  const rotated = new SecretBox(KeyRing.fromConfig(`${K2},${K1}`));

  it('reads what the older key sealed and seals under the new one', () => {
    const old = box.seal(TENANT, PURPOSE, 'x');
    expect(rotated.open(TENANT, PURPOSE, old)).toBe('x');
    expect(rotated.seal(TENANT, PURPOSE, 'x')).toMatch(/^v1\.k2\./);
  });

  it('reports what to seal again, seals it, and then does not need the older key', () => {
    const old = box.seal(TENANT, PURPOSE, Buffer.from([0, 255, 128]));
    expect(rotated.needsReseal(old)).toBe(true);
    const renewed = rotated.reseal(TENANT, PURPOSE, old);
    expect(rotated.needsReseal(renewed)).toBe(false);
    const withoutOld = new SecretBox(KeyRing.fromConfig(K2));
    expect(withoutOld.openBytes(TENANT, PURPOSE, renewed)).toEqual(Buffer.from([0, 255, 128]));
    expect(withoutOld.needsReseal(old)).toBe(true);
    expect(() => withoutOld.open(TENANT, PURPOSE, old)).toThrow(new UnknownKeyId('k1'));
  });

  it('does not report a text of another form', () => {
    expect(() => rotated.needsReseal('plain text')).toThrow(BrokenSeal);
  });

  it('finds rows by the index of the older key', () => {
    const stored = box.blindIndex(TENANT, 'email', 'a@b.test');
    expect(rotated.blindIndex(TENANT, 'email', 'a@b.test')).not.toEqual(stored);
    expect(rotated.blindIndexes(TENANT, 'email', 'a@b.test')).toContainEqual(stored);
    expect(rotated.blindIndexes(TENANT, 'email', 'a@b.test')[0]).toEqual(
      rotated.blindIndex(TENANT, 'email', 'a@b.test'),
    );
  });
});

describe('blindIndex', () => {
  it('is 32 bytes, the same for the same value and no other', () => {
    const index = box.blindIndex(TENANT, 'email', 'a@b.test');
    expect(index).toHaveLength(32);
    expect(box.blindIndex(TENANT, 'email', 'a@b.test')).toEqual(index);
    expect(box.blindIndex(TENANT, 'email', 'A@b.test')).not.toEqual(index);
    expect(box.blindIndex(TENANT, 'phone', 'a@b.test')).not.toEqual(index);
    expect(box.blindIndex('acc_2', 'email', 'a@b.test')).not.toEqual(index);
  });
});
