import { generateSecret, generateURI, verifySync } from 'otplib';
import encodeQR from 'qr';

const ISSUER = 'Service';

/** How long a code is good for, in seconds, and the length of a time step (RFC 6238). */
export const TOTP_PERIOD = 30;

const QUIET_ZONE = 4;

const CODE = /^\d{6}$/;

/** A new secret of 160 bits in Base32. */
export const newTotpSecret = (): string => generateSecret();

/** What an authenticator app reads: `otpauth://totp/…`, with the account's address to tell it from others. */
export function otpauthUri(secret: string, email: string): string {
  return generateURI({ issuer: ISSUER, label: email, secret, period: TOTP_PERIOD });
}

/** A text as a QR code: an SVG image in a data URI, on white with the margin that cameras need (ISO/IEC 18004). */
export function qrCodeOf(text: string): string {
  const code = encodeQR(text, 'svg', { border: QUIET_ZONE });
  const image = code.replace(/^<svg viewBox="0 0 (\d+) (\d+)"[^>]*>/, '$&<path fill="#fff" d="M0 0h$1v$2H0Z"/>');
  return `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`;
}

/** Whether the text has the form of a code; anything else may be a recovery code. */
export const isTotpCode = (text: string): boolean => CODE.test(text);

/**
 * The time step of a right code, undefined for a wrong one. Only the code of the present step is right: each lives for
 * thirty seconds and no longer. That it was not used before is for the caller to see to.
 */
export function stepOfCode(secret: string, code: string): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const result = verifySync({ secret, token: code, period: TOTP_PERIOD, epoch: Math.floor(Date.now() / 1_000) });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
