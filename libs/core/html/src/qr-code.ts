import encodeQR from 'qr';

const QUIET_ZONE = 4;

/** A text as a QR code: an SVG image on white, with the margin that cameras need (ISO/IEC 18004). */
export function qrCodeSvg(text: string): string {
  const code = encodeQR(text, 'svg', { border: QUIET_ZONE });
  return code.replace(/^<svg viewBox="0 0 (\d+) (\d+)"[^>]*>/, '$&<path fill="#fff" d="M0 0h$1v$2H0Z"/>');
}
