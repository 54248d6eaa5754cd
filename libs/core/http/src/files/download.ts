import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Download {
  /** Name for the user; any Unicode. */
  fileName: string;
  /** Media type that the uploader declared. Types that a browser may execute are sent as application/octet-stream. */
  contentType: string;
  /** Whether the app wrote the file itself, whose type is then sent as it is; false if absent. */
  isOwn?: boolean;
  bytes: number;
  /** Whether the browser shows the file, if its type is safe to show; false if absent. */
  inline?: boolean;
  /** Opens the content, or the part from `start` to `end` (both inclusive). */
  open(range?: { start: number; end: number }): Promise<Readable>;
}

/** Types that a browser shows without executing code in them. */
const SAFE_TO_SHOW = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'audio/mpeg',
  'video/mp4',
  'video/webm',
  'application/pdf',
  'text/plain',
]);
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;
/** HTML, XML with its dialects, SVG and scripts. */
const RUNNABLE = /html|xml|svg|script|wasm/;
const UNKNOWN = 'application/octet-stream';

/**
 * Sends a file as the answer: as an attachment unless it may be shown, with `nosniff`, and with one byte range if the
 * request has one (RFC 9110, 14). Reads the content only as fast as the client does. Resolves when the file is sent or the
 * client has disconnected.
 * @throws the error of `open`, before anything is sent
 */
export async function sendDownload(response: ServerResponse, download: Download): Promise<void> {
  const { bytes } = download;
  const range = rangeOf(response.req.headers.range, bytes);
  setHeaders(response, download);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${bytes}`, 'Content-Length': 0 }).end();
    return;
  }
  const isHead = response.req.method === 'HEAD';
  const content = isHead ? undefined : await download.open(range);
  if (range) {
    const length = range.end - range.start + 1;
    response.writeHead(206, {
      'Content-Range': `bytes ${range.start}-${range.end}/${bytes}`,
      'Content-Length': length,
    });
  } else {
    response.writeHead(200, { 'Content-Length': bytes });
  }
  if (!content) {
    response.end();
    return;
  }
  // After a failure the body is shorter than Content-Length, which tells the client that it is incomplete.
  await pipeline(content, response).catch(() => response.destroy());
}

/** A Content-Disposition (RFC 6266) with a Unicode file name, and an ASCII one for old clients. */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  // The Buffer replaces lone surrogates, which cannot be encoded; control and format characters are removed.
  const name =
    Buffer.from(fileName)
      .toString()
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .replace(/[/\\]/g, '_') || 'file';
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_');
  if (ascii === name) return `${kind}; filename="${ascii}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function setHeaders(response: ServerResponse, { fileName, contentType, isOwn, inline = false }: Download): void {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const isShown = inline && SAFE_TO_SHOW.has(type);
  const sent = !MEDIA_TYPE.test(type) || RUNNABLE.test(type) ? UNKNOWN : type;
  const shown = sent === 'text/plain' ? 'text/plain; charset=utf-8' : sent;
  response.setHeader('Content-Type', isOwn ? contentType : shown);
  response.setHeader('Content-Disposition', contentDisposition(isShown ? 'inline' : 'attachment', fileName));
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Accept-Ranges', 'bytes');
}

/** The range of the request; undefined (send the whole file) if there is none, several, or an invalid one. */
function rangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}
