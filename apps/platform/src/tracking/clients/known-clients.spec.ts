import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformConfig } from '../../config.js';
import { MAX_CLIENT_LINES, parseClientList } from './client-list.js';
import { KnownClients } from './known-clients.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const ask = (clients: KnownClients, userAgent: string) => clients.isMachine({ method: 'GET', userAgent, purpose: '' });

let dir: string;
let file: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clients-'));
  file = join(dir, 'clients.txt');
});
afterEach(() => rm(dir, { recursive: true }));

async function started(text?: string): Promise<KnownClients> {
  if (text !== undefined) await writeFile(file, text);
  const clients = new KnownClients({ trackingClientsFile: file } as PlatformConfig);
  await clients.onModuleInit();
  return clients;
}

describe('the list of tracking clients', () => {
  it('adds programs to the known ones, in any case', async () => {
    const clients = await started('# scanners\n\nAcmeShield\r\n');
    expect(ask(clients, `${CHROME} acmeshield/2`)).toBe(true);
    expect([ask(clients, CHROME), ask(clients, 'curl/8.5.0')]).toEqual([false, true]);
  });

  it('makes readers of those that are taken for programs', async () => {
    const clients = await started('! Monitor Browser');
    expect([ask(clients, 'Monitor Browser 3'), ask(clients, 'Monitor 3')]).toEqual([false, true]);
  });

  it('counts without a release: a change of the file is read, also for clients that were judged', async () => {
    const clients = await started('');
    expect(ask(clients, 'AcmeShield/2')).toBe(false);
    await writeFile(file, 'acmeshield');
    await clients.reread();
    expect(ask(clients, 'AcmeShield/2')).toBe(true);
  });

  it('stays as it was when the file is gone or has a wrong line', async () => {
    const clients = await started('acmeshield');
    await writeFile(file, 'ab');
    await clients.reread();
    await rm(file);
    await clients.reread();
    expect(ask(clients, 'AcmeShield/2')).toBe(true);
  });

  it('keeps the app from starting when it is missing', async () => {
    await expect(started()).rejects.toThrow('ENOENT');
  });

  it('is refused with a part that is too short, or too many lines', () => {
    expect(() => parseClientList('acmeshield\nab')).toThrow('line 2 has less than 3 characters');
    expect(() => parseClientList('abc\n'.repeat(MAX_CLIENT_LINES))).toThrow('has more than 5000 lines');
  });
});
