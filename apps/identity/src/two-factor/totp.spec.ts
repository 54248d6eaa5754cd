import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { newTotpSecret, otpauthUri, qrCodeOf, stepOfCode } from './totp.js';

/** The secret of RFC 6238, appendix B, in Base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a TOTP code', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('is that of RFC 6238 at %i s', (seconds, code, step) => {
    vi.setSystemTime(seconds * 1_000);
    expect(stepOfCode(SECRET, code)).toBe(step);
  });

  it('is correct for its thirty seconds and ten more', () => {
    for (const [ms, right] of [
      [1_110_000_000_000 - 1, false],
      [1_110_000_000_000, true],
      [1_110_000_039_999, true],
      [1_110_000_040_000, false],
    ] as const) {
      vi.setSystemTime(ms);
      expect(stepOfCode(SECRET, '784423') !== undefined, String(ms)).toBe(right);
    }
  });

  it.each(['', '28708', '2870822', '28708２', ' 287082', '287 082', '-28708', '0x1234', '1e5000'])(
    'is not %j',
    (text) => {
      vi.setSystemTime(59_000);
      expect(stepOfCode(SECRET, text)).toBeUndefined();
    },
  );
});

describe('what an authenticator reads', () => {
  it('names an account with any characters', () => {
    const uri = new URL(otpauthUri(newTotpSecret(), 'a+b&c?d#e@example.test', 'Correio & Cia'));
    expect(decodeURIComponent(uri.pathname)).toMatch(/Correio & Cia:a\+b&c\?d#e@example\.test$/);
    expect([uri.searchParams.get('issuer'), [...uri.searchParams.keys()].length > 1]).toEqual(['Correio & Cia', true]);
  });
});

describe('a QR code', () => {
  it('is dark on white with a margin, wherever it is shown', () => {
    const svg = Buffer.from(qrCodeOf('otpauth://totp/x').split(',')[1] ?? '', 'base64').toString();
    const [, width = ''] = /viewBox="0 0 (\d+) \d+"/.exec(svg) ?? [];
    expect(svg).toContain(`<path fill="#fff" d="M0 0h${width}v${width}H0Z"/><path d="M4 4h1v1H4Z`);
  });
});

describe('recovery codes', () => {
  it('are ten, of sixteen characters that are not taken for another', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-tw-z2-9]{4}(-[a-hjkmnp-tw-z2-9]{4}){3}$/);
  });

  it('are accepted in any spelling', () => {
    const hash = hashRecoveryCode('k7qm-2xpa-9dtn-4hze');
    for (const typed of ['K7QM-2XPA-9DTN-4HZE', 'k7qm2xpa9dtn4hze', ' k7qm 2xpa 9dtn 4hze ']) {
      expect(hashRecoveryCode(typed)).toBe(hash);
    }
    expect(hashRecoveryCode('k7qm-2xpa-9dtn-4hzf')).not.toBe(hash);
  });
});
