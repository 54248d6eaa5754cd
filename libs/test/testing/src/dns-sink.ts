import { freePort, startDns, type DnsRecord, type EmbeddedDns } from '#libs/test/embedded';

export type { DnsRecord };

/** A DNS server whose records a test can change; `server` is the value of DNS_SERVER. */
export class DnsSink {
  records: DnsRecord[] = [];
  /** Whether every query is answered SERVFAIL. */
  failing = false;
  private running: EmbeddedDns | undefined;

  static async start(records: DnsRecord[] = []): Promise<DnsSink> {
    const sink = new DnsSink();
    sink.records = records;
    sink.running = await startDns(await freePort(), () => sink.zone());
    return sink;
  }

  get port(): number {
    return this.running?.port ?? 0;
  }

  get server(): string {
    return `127.0.0.1:${this.port}`;
  }

  add(name: string, type: DnsRecord['type'], value: string): void {
    this.records.push({ name, type, value });
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }

  private zone(): DnsRecord[] {
    if (this.failing) throw new Error('failing');
    return this.records;
  }
}
