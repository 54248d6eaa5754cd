export type RasterFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';
export type ImageFormat = RasterFormat | 'svg';

/** How much of a text may come before its `<svg`: declarations and comments. */
const SVG_PROLOGUE_BYTES = 4_096;

/**
 * Recognizes a file by its first bytes; its name and the client's word for it do not count. Null if it is no picture.
 */
export function formatOf(content: Buffer): ImageFormat | null {
  const ascii = (start: number, end: number): string => content.toString('latin1', start, end);
  if (content.length < 12) return null;
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (/^GIF8[79]a/.test(ascii(0, 6))) return 'gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(4, 8) === 'ftyp' && /^avi[fs]/.test(ascii(8, 12))) return 'avif';
  return /^(?:\uFEFF|\xEF\xBB\xBF)?\s*<[?!s]/.test(ascii(0, 64)) && /<svg[\s>]/.test(ascii(0, SVG_PROLOGUE_BYTES))
    ? 'svg'
    : null;
}
