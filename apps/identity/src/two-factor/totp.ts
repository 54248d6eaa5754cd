import { generateSecret, generateURI, verifySync } from 'otplib';
import { qrCodeSvg } from '#libs/core/html';

/** The lifetime of a code and the length of a time step (RFC 6238), in seconds. */
export const TOTP_PERIOD = 30;

/** For how long a code is still correct after its time step (seconds): for typing, and for clocks that differ. */
const LEEWAY = 10;

const CODE = /^\d{6}$/;

/** A new secret of 160 bits in Base32. */
export const newTotpSecret = (): string => generateSecret();

/** The URI for an authenticator app: `otpauth://totp/…`, labelled with the service's name and the account's address. */
export function otpauthUri(secret: string, email: string, issuer: string): string {
  return generateURI({ issuer, label: email, secret, period: TOTP_PERIOD });
}

/** A text as a QR code: an SVG image in a data URI. */
export function qrCodeOf(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(qrCodeSvg(text)).toString('base64')}`;
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
