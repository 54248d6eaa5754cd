interface FilePart {
  name: string;
  type: string;
  content: string | Buffer;
}

/** The body of an upload, as a browser sends a form. */
export function formOf(parts: Record<string, string | FilePart>): { type: string; content: Buffer } {
  const boundary = 'part-of-form';
  const chunks = Object.entries(parts).flatMap(([name, part]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileHead(part)}\r\n\r\n`),
    Buffer.from(typeof part === 'string' ? part : part.content),
    Buffer.from('\r\n'),
  ]);
  const content = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, content };
}

const fileHead = (part: string | FilePart): string =>
  typeof part === 'string' ? '' : `; filename="${part.name}"\r\nContent-Type: ${part.type}`;
