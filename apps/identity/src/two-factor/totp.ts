import { generateSecret, generateURI, verifySync } from 'otplib';
import encodeQR from 'qr';

const ISSUER = 'Service';

/** The lifetime of a code and the length of a time step (RFC 6238), in seconds. */
export const TOTP_PERIOD = 30;

/** For how long a code is still correct after its time step (seconds): for typing, and for clocks that differ. */
const LEEWAY = 10;

const QUIET_ZONE = 4;

const CODE = /^\d{6}$/;

/** A new secret of 160 bits in Base32. */
export const newTotpSecret = (): string => generateSecret();

/** The URI for an authenticator app: `otpauth://totp/…`, labelled with the account's address. */
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
 * The time step of a correct code; undefined for a wrong one. The code of the present step is
 * correct, and that of the one before for ten seconds more. The caller checks that it was not used before.
 */
export function stepOfCode(secret: string, code: string): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const epoch = Math.floor(Date.now() / 1_000);
  const result = verifySync({ secret, token: code, period: TOTP_PERIOD, epoch, epochTolerance: [LEEWAY, 0] });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
