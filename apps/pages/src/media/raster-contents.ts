import type { RasterFormat } from '#libs/core/storage';

/** End of a JPEG. */
const END = Buffer.from([0xff, 0xd9]);
const PNG_HEADER_BYTES = 8;
const CHUNK_OVERHEAD_BYTES = 12;

/** Returns the message that rejects an animation of which only the first frame would be read; undefined for other pictures. */
export function lostAnimation(content: Buffer, format: RasterFormat): string | undefined {
  if (format === 'png' && isAnimatedPng(content))
    return 'O PNG é animado (APNG), e só o primeiro quadro seria mostrado. Envie a animação como GIF ou WebP.';
  if (format === 'avif' && content.subarray(8, 12).toString('latin1') === 'avis')
    return 'O AVIF é animado, e só o primeiro quadro seria mostrado. Envie a animação como GIF ou WebP.';
  return undefined;
}

/** Whether a chunk says, before the picture itself, that there are several frames. */
function isAnimatedPng(content: Buffer): boolean {
  for (let at = PNG_HEADER_BYTES; at + CHUNK_OVERHEAD_BYTES <= content.length;) {
    const length = content.readUInt32BE(at);
    const type = content.subarray(at + 4, at + 8).toString('latin1');
    if (type === 'IDAT') return false;
    if (type === 'acTL') return at + 12 <= content.length && content.readUInt32BE(at + 8) > 1;
    at += length + CHUNK_OVERHEAD_BYTES;
  }
  return false;
}

/** Adds the end marker to a JPEG that lacks it; returns undefined for one that has it. */
export function endedJpeg(content: Buffer): Buffer | undefined {
  return content.lastIndexOf(END) >= 0 && content.lastIndexOf(END) > content.lastIndexOf(Buffer.from([0xff, 0xda]))
    ? undefined
    : Buffer.concat([content, END]);
}
