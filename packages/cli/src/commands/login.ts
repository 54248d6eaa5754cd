import { type ApiName, Service } from '../../../sdk/src/index.js';
import type { Command } from '../command.js';
import type { Context } from '../context.js';
import type { Profile } from '../credentials.js';
import { UsageError } from '../io.js';
import { byDeviceCode } from '../oauth/device-login.js';
import { endLogin } from '../oauth/stored-login.js';

const APIS: readonly ApiName[] = ['platform', 'mail', 'pages', 'crm'];

const login: Command = {
  name: 'login',
  summary: 'Log in as a user, in a browser; or with an API key',
  options: [
    { name: 'open', help: 'open the page of the login in the browser of this machine' },
    { name: 'key', value: 'key', help: 'an API key, or - to read it from standard input' },
    { name: 'email', value: 'address', help: 'a user, whose password is read from standard input' },
    { name: 'code', value: 'digits', help: 'the code of the second factor, if the user has one' },
    { name: 'tenant', value: 'id or slug', help: 'the account of the user to work in; the first one unless given' },
    ...APIS.map((name) => ({
      name,
      value: 'url',
      help: `the address of the ${name} API; SERVICE_${name.toUpperCase()}_URL`,
    })),
  ],
  example: 'service login --platform https://api.example.com',
  async run(context) {
    const urls = urlsOf(context);
    const [key, email] = [context.text('key'), context.text('email')];
    if (key !== undefined && email !== undefined) throw new UsageError('Give --key or --email');
    const profile = await (key !== undefined
      ? byKey(context, urls, key)
      : email !== undefined
        ? asUser(context, urls)
        : byDeviceCode(context, urls));
    await context.credentials.set(context.profileName, profile);
    context.print(
      { profile: context.profileName, file: context.credentials.file },
      `Logged in. It is kept in ${context.credentials.file}`,
    );
  },
};

/** The given addresses, those of the environment, and those of the login before. */
function urlsOf({ given, io, credentials, profileName }: Context): Profile['urls'] {
  const before = credentials.get(profileName)?.urls ?? {};
  const entries = APIS.map((name) => {
    const url = given[name] ?? io.env[`SERVICE_${name.toUpperCase()}_URL`] ?? before[name];
    return [name, url] as const;
  });
  return Object.fromEntries(entries.filter(([, url]) => url));
}

async function byKey({ io }: Context, urls: Profile['urls'], given: string): Promise<Profile> {
  const key = (given === '-' ? await io.read() : given).trim();
  await new Service({ urls, key }).platform.account.getAccount({ signal: io.signal });
  return { urls, key };
}

async function asUser(context: Context, urls: Profile['urls']): Promise<Profile> {
  const { io } = context;
  const email = context.required('email');
  const password = (await io.read()).replace(/\r?\n$/, '');
  const { auth } = new Service({ urls, session: 'none yet' }).platform;
  let answer = await auth.login({ email, password }, { signal: io.signal });
  if (answer.TwoFactorRequired)
    answer = await auth.secondStep({ user_id: answer.UserId, code: context.required('code') }, { signal: io.signal });
  const { Token: session, ExpiresAt: expiresAt } = answer;
  const tenant = context.text('tenant');
  return { urls, session, expiresAt, ...(tenant && { tenant }) };
}

const logout: Command = {
  name: 'logout',
  summary: 'End the session of the login, and forget it',
  async run(context) {
    const profile = context.credentials.get(context.profileName);
    if (profile?.renewal) await endLogin(profile, context.io).catch(() => undefined);
    else if (profile?.session)
      await new Service({ urls: profile.urls, session: profile.session }).platform.auth.logout().catch(() => undefined);
    const gone = await context.credentials.delete(context.profileName);
    context.print({ loggedOut: gone }, gone ? 'Logged out.' : 'There was no login.');
  },
};

const whoami: Command = {
  name: 'whoami',
  summary: 'Say which account and which credential is used',
  async run(context) {
    const { platform } = context.client;
    if (context.isSession) {
      const me = await platform.auth.me();
      return context.print(me, `${me.Email}, until ${await endOf(context)}`);
    }
    const account = await platform.account.getAccount();
    context.print(
      account,
      `${account.Name} (${account.TenantId}), key ${account.ApiKeyId} with ${account.ApiKeyScope}`,
    );
  },
};

/** When the session ends. The token of a login in a browser is renewed until then. */
async function endOf({ client, profile }: Context): Promise<string> {
  if (!profile.renewal) return profile.expiresAt ?? 'the session ends';
  const { Sessions } = await client.platform.sessions.list();
  return Sessions.find(({ Current }) => Current)?.ExpiresAt ?? 'the session ends';
}

export const accountCommands: readonly Command[] = [login, logout, whoami];
