import { RecordLookup } from './record-lookup.js';

/** The texts at a name, each joined from its strings; undefined when no server gave an answer. */
export type TxtAnswers = ReadonlyMap<string, readonly string[] | undefined>;

/** Looks up TXT records at a DNS server. */
export class TxtLookup {
  private readonly records: RecordLookup;

  /** @param dnsServer `<IP address>:<port>`; the system's servers by default */
  constructor(dnsServer?: string) {
    this.records = new RecordLookup(dnsServer);
  }

  /** Looks up all names at once. */
  async lookUp(names: readonly string[]): Promise<TxtAnswers> {
    const answers = await this.records.lookUp(names.map((name) => ({ type: 'TXT', name })));
    return new Map(names.map((name) => [name, answers.of({ type: 'TXT', name })]));
  }
}
