/** Reads content to its end and returns its first bytes. @throws what the content throws */
export async function readBeginning(content: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  for await (const chunk of content) {
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
  }
  return Buffer.concat(chunks);
}
