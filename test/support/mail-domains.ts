import type { DnsSink } from '#libs/test/testing';
import type { HttpClient } from './http-client.js';
import type { MailStack, MailTenant } from './mail-stack.js';

/** A record to publish, as the API of Mail shows it. */
export interface ShownRecord {
  purpose: string;
  type: string;
  name: string;
  value: string;
  required: boolean;
  status: string;
  published?: string[] | null;
  remove_after: string | null;
}

let number = 0;

/** A domain of Mail that a test adds, publishes and verifies. */
export class ManagedMailDomain {
  private constructor(
    readonly stack: MailStack,
    readonly dns: DnsSink,
    readonly tenant: MailTenant,
    readonly owner: HttpClient,
    readonly orgId: string,
    readonly name: string,
    readonly id: string,
    public records: ShownRecord[],
  ) {}

  static async add(stack: MailStack, dns: DnsSink, name = `d${++number}.example`, owner?: MailTenant) {
    const tenant = owner ?? (await stack.createTenant());
    const session = await tenant.session();
    const orgId: string = (await session.get('/orgs')).body.orgs[0].id;
    const { body } = await session.post(`/orgs/${orgId}/domains`, { name });
    return new ManagedMailDomain(stack, dns, tenant, session, orgId, name, body.id, body.records);
  }

  static async verified(stack: MailStack, dns: DnsSink, name?: string, owner?: MailTenant) {
    const domain = await ManagedMailDomain.add(stack, dns, name, owner);
    domain.publish('ownership', 'dkim');
    await domain.verify();
    return domain;
  }

  get path(): string {
    return `/domains/${this.id}`;
  }

  /** Publishes the records of these purposes; default: all. */
  publish(...purposes: string[]): void {
    for (const { purpose, type, name, value } of this.records) {
      const isThere = this.dns.records.some((one) => one.name === name && one.value === value && one.type === type);
      if (!isThere && (purposes.length === 0 || purposes.includes(purpose))) this.dns.add(name, type, value);
    }
  }

  withdraw(...purposes: string[]): void {
    const values = this.records.filter(({ purpose }) => purposes.includes(purpose)).map(({ value }) => value);
    this.dns.records = this.dns.records.filter(({ value }) => !values.includes(value));
  }

  async verify() {
    return this.owner.post(`${this.path}/verify`, {});
  }

  async rotate() {
    const answer = await this.owner.post(`${this.path}/dkim/rotate`, {});
    if (answer.status === 200) this.records = answer.body.records;
    return answer;
  }

  async read() {
    return (await this.owner.get(this.path)).body;
  }

  async set(changes: string): Promise<void> {
    await this.stack.sql(`update mail_domain set ${changes} where id = $1`, [this.id]);
  }

  async insertMailbox(localPart: string): Promise<string> {
    const [row] = await this.stack.sql<{ id: string }>(
      `insert into mailbox (tenant_id, id, domain_id, local_part, address, display_name, kind, origin, quota_bytes)
       values ($1, gen_random_uuid(), $2, $3, $3 || '@' || $4::text, $3, 'personal', 'manual', 1000000) returning id`,
      [this.tenant.id, this.id, localPart, this.name],
    );
    return row!.id;
  }
}
