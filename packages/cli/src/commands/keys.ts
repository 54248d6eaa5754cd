import type { platform } from '../../../sdk/src/index.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import { NotReadyError } from '../io.js';

type Key = platform.ApiKeysListResponse['ApiKeys'][number];

/** The account whose keys they are. @throws NotReadyError with a key, which may not see others */
async function tenantOf(context: Context): Promise<string> {
  if (!context.isSession) throw new NotReadyError('Keys are managed by a user. Run: service login --email <address>');
  const { profile, client } = context;
  const { Tenants } = await client.platform.auth.me();
  const wanted = profile.tenant;
  const found = Tenants.find(({ Id, Slug }) => !wanted || wanted === Id || wanted === Slug);
  if (!found) throw new Error(wanted ? `You are no member of ${wanted}` : 'You have no account');
  return found.Id;
}

const list: Command = {
  name: 'keys list',
  summary: 'List the API keys of the account',
  async run(context) {
    const keys = await context.client.platform.apiKeys.list(await tenantOf(context)).toArray();
    context.printAll(
      keys,
      {
        ID: ({ Id }: Key) => Id,
        NAME: ({ Name }: Key) => Name,
        KEY: ({ Prefix, Hint }: Key) => `${Prefix}…${Hint ?? ''}`,
        USED: ({ LastUsedAt }: Key) => LastUsedAt ?? 'never',
        STATE: ({ RevokedAt, ExpiresAt }: Key) => (RevokedAt ? 'revoked' : ExpiresAt ? `until ${ExpiresAt}` : 'valid'),
      },
      'No key.',
    );
  },
};

const create: Command = {
  name: 'keys create',
  summary: 'Make an API key; it is printed once',
  args: ['name'],
  options: [
    { name: 'scope', value: 'scope', several: true, help: 'what it may do, such as emails:send' },
    { name: 'expires', value: 'time', help: 'when it stops working; never unless given' },
  ],
  example: 'service keys create "Back end" --scope emails:send --scope emails:read',
  async run(context) {
    const body = { Name: context.args[0] ?? '', Scopes: context.list('scope'), ExpiresAt: context.text('expires') };
    const made = await context.client.platform.apiKeys.create(await tenantOf(context), body);
    context.print(made, made.Secret);
  },
};

const revoke: Command = {
  name: 'keys revoke',
  summary: 'Revoke an API key',
  args: ['id'],
  async run(context) {
    const [id = ''] = context.args;
    await context.client.platform.apiKeys.revoke(await tenantOf(context), id);
    context.print({ Id: id, Revoked: true }, `${id} is revoked.`);
  },
};

export const keyCommands: readonly Command[] = [list, create, revoke];
