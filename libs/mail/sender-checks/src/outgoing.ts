/**
 * Messages on their way to another thread. Those of one turn of the event loop go together: each that goes by itself wakes the other thread, which
 * costs both of them more than most messages do.
 */
export class Outgoing<Message> {
  private messages: Message[] = [];
  private transferred: ArrayBuffer[] = [];

  constructor(private readonly post: (messages: Message[], transferred: ArrayBuffer[]) => void) {}

  /** @param transferred memory that the other thread gets */
  add(message: Message, transferred?: ArrayBuffer): void {
    if (this.messages.length === 0) setImmediate(() => this.send());
    this.messages.push(message);
    if (transferred) this.transferred.push(transferred);
  }

  private send(): void {
    const { messages, transferred } = this;
    this.messages = [];
    this.transferred = [];
    this.post(messages, transferred);
  }
}
