import type { platform } from '../../../sdk/src/index.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { table } from '../table.js';

type Domain = platform.DomainsListResponse['Domains'][number];
type DnsRecord = Domain['Records'][number];

const RECORDS = {
  TYPE: ({ Type }: DnsRecord) => Type,
  NAME: ({ Name }: DnsRecord) => Name,
  VALUE: ({ Value }: DnsRecord) => Value,
};

const list: Command = {
  name: 'domains list',
  summary: 'List the domains that e-mail is sent from',
  async run(context) {
    context.printAll(
      await context.client.platform.domains.list().toArray(),
      { NAME: ({ Name }: Domain) => Name, STATUS: ({ Status }: Domain) => Status, ID: ({ Id }: Domain) => Id },
      'No domain.',
    );
  },
};

const add: Command = {
  name: 'domains add',
  summary: 'Add a domain, and print the records to publish',
  args: ['name'],
  async run(context) {
    const { Domain } = await context.client.platform.domains.create({ Name: context.args[0] ?? '' });
    context.print(Domain, table(Domain.Records, RECORDS));
  },
};

const verify: Command = {
  name: 'domains verify',
  summary: 'Look the records of a domain up; exit code 1 while they are not there',
  args: ['name'],
  async run(context) {
    const { Domain } = await context.client.platform.domains.verify((await named(context)).Id);
    context.print(Domain, `${Domain.Name} is ${Domain.Status}.`);
    if (Domain.Status !== 'verified') throw new Error('Its records are not published yet. See: service domains add');
  },
};

const remove: Command = {
  name: 'domains remove',
  summary: 'Remove a domain',
  args: ['name'],
  async run(context) {
    const domain = await named(context);
    await context.client.platform.domains.delete(domain.Id);
    context.print({ Name: domain.Name, Removed: true }, `${domain.Name} is removed.`);
  },
};

/** The domain of a name or an id. */
async function named({ client, args: [name = ''] }: Context): Promise<Domain> {
  for await (const domain of client.platform.domains.list())
    if (domain.Name === name.toLowerCase() || domain.Id === name) return domain;
  throw new Error(`The account has no domain ${name}`);
}

export const domainCommands: readonly Command[] = [list, add, verify, remove];
