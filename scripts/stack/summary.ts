import type { SeedReport } from './seeds.js';
import { dataPath, urlOf, type Settings } from './settings.js';
import { APPS } from './apps.js';

interface Login {
  email?: string;
  password?: string;
}

/** The output after a start: URLs, logins, a first call, and at the end the page to open. */
export function summary(settings: Settings, seeds: SeedReport, took: string): string {
  const rows = [...APPS.map((app) => [app.name, urlOf(settings, app.name)]), ['inbox', urlOf(settings, 'inbox')]];
  const user = seeds['user'] as Login | undefined;
  const operator = seeds['operator'] as Login | undefined;
  rows.push(['docs', `${urlOf(settings, 'platform')}/docs`], ['webhooks', `${urlOf(settings, 'hooks')}/requests`]);
  if (user) rows.push(['user', `${user.email}  ${user.password}`]);
  if (operator) rows.push(['operator', `${operator.email}  ${operator.password}`]);
  if (seeds['apiKey']) rows.push(['API key', String(seeds['apiKey'])]);
  rows.push(['all of it', dataPath(settings, 'dev.json')]);
  const page = seeds['landingPage'] as { url?: string } | undefined;
  if (page?.url) rows.push(['Landing page', page.url]);
  const table = rows.map(([name = '', value = '']) => `  ${name.padEnd(12)} ${value}`).join('\n');
  return `\nReady in ${took}.\n${firstCall(settings, seeds)}\n${table}\n\nOpen ${urlOf(settings, 'dashboard')} and sign in as the user or the operator.\n`;
}

function firstCall(settings: Settings, seeds: SeedReport): string {
  if (!seeds['apiKey']) return '';
  const body = {
    Source: 'hello@demo.test',
    Destination: { ToAddresses: ['someone@example.test'] },
    Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'It works.' } } },
  };
  const lines = [
    `curl -X POST ${urlOf(settings, 'platform')}/v1/emails/send`,
    `-H 'Authorization: Bearer ${String(seeds['apiKey'])}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ];
  return `\nSend an e-mail, then look into the inbox:\n\n  ${lines.join(' \\\n    ')}\n`;
}
