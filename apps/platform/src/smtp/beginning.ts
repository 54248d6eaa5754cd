/** Keeps the beginning of bytes while others read them through. */
export class Beginning {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor(private readonly maxBytes: number) {}

  async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of source) {
      if (this.length < this.maxBytes) this.keep(chunk.subarray(0, this.maxBytes - this.length));
      yield chunk;
    }
  }

  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  private keep(chunk: Buffer): void {
    this.chunks.push(Buffer.from(chunk));
    this.length += chunk.length;
  }
}
