import type { IncomingMessage } from 'node:http';
import { invalidField, Problem, readUpload } from '#libs/core/http';

/** 5 MiB. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;

/**
 * The picture in a request: the multipart field `arquivo`, or the whole body of another type.
 * @throws Problem ValidationError, PayloadTooLarge
 */
export async function readAvatar(request: IncomingMessage): Promise<Buffer> {
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  const content = isForm ? await readField(request) : await collect(request);
  if (content.length === 0) throw missing();
  return content;
}

async function readField(request: IncomingMessage): Promise<Buffer> {
  const limits = { maxBytes: AVATAR_MAX_BYTES, maxFields: 0 };
  const { files } = await readUpload(request, limits, async ({ field, content }) => {
    if (field !== 'arquivo') throw missing();
    return collect(content);
  });
  return files[0] ?? Buffer.alloc(0);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > AVATAR_MAX_BYTES) {
      throw new Problem('PayloadTooLarge', { message: `A picture has at most ${AVATAR_MAX_BYTES} bytes` });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

const missing = (): Problem =>
  invalidField('ValidationError', 'arquivo', 'is missing: send the picture as this field, or as the body');
