import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Html, LANGUAGES } from '#libs/core/html';
import { MAIL_TEXTS } from '../../mail/mail-texts.js';
import { COMMON_TEXTS } from './common.texts.js';
import { DEVICE_TEXTS } from './device.texts.js';
import { INVITATION_TEXTS, ROLES } from './invitation.texts.js';
import { PASSWORD_TEXTS } from './password.texts.js';
import { BY_CODE, MESSAGES } from './problem.texts.js';
import { SIGN_IN_TEXTS } from './sign-in.texts.js';
import { VERIFICATION_TEXTS } from './verification.texts.js';

const TABLES = {
  common: COMMON_TEXTS,
  device: DEVICE_TEXTS,
  invitation: INVITATION_TEXTS,
  mail: MAIL_TEXTS,
  password: PASSWORD_TEXTS,
  roles: ROLES,
  signIn: SIGN_IN_TEXTS,
  verification: VERIFICATION_TEXTS,
};

/** The path of each text, and the text; a text with values is written with the names of its parameters. */
function textsIn(table: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(table)) {
    const here = `${path}.${key}`;
    if (typeof value === 'object' && value !== null) textsIn(value, here).forEach((text, at) => found.set(at, text));
    else found.set(here, typeof value === 'function' ? filled(value, here) : String(value));
  }
  return found;
}

function filled(text: (...values: unknown[]) => unknown, path: string): string {
  if (path.includes('.mails.')) {
    // Every value of a mail is its name.
    const mail = new Proxy({}, { get: (_mail, name) => (name === 'role' ? 'admin' : String(name)) });
    return JSON.stringify(
      text(mail, { greeting: 'G', tenant: 'T', inviter: 'I', origin: 'O', moment: (of: string) => of }),
    );
  }
  // A role stands where a text takes one; a number is one where it has to be.
  const value = /minutes|long/i.test(path) ? 7 : path.endsWith('welcome.lead') ? 'admin' : 'VALUE';
  const result = text(value, path.endsWith('.lead') ? 'admin' : 'OTHER');
  return result instanceof Html ? result.text : String(result);
}

describe.each(Object.entries(TABLES))('the texts of %s', (_name, table) => {
  const english = textsIn(table.en);

  it.each(LANGUAGES)('are whole in %s', (language) => {
    const texts = textsIn(table[language]);
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of texts) expect([path, text.trim()]).not.toEqual([path, '']);
    for (const text of texts.values()) expect(text).not.toMatch(/undefined|\[object/);
  });

  it.each(['pt', 'es'] as const)('are translated into %s, with the same values', (language) => {
    const values = (text: string) => [...new Set(text.match(/VALUE|OTHER/g))].sort();
    for (const [path, text] of textsIn(table[language])) {
      expect([path, text]).not.toEqual([path, english.get(path)]);
      expect([path, values(text)]).toEqual([path, values(english.get(path) ?? '')]);
    }
  });
});

describe('the messages of problems', () => {
  it('are in Portuguese and Spanish', () => {
    for (const translation of [...Object.values(MESSAGES), ...Object.values(BY_CODE)]) {
      expect(Object.keys(translation ?? {}).sort()).toEqual(['es', 'pt']);
      for (const text of Object.values(translation ?? {})) expect(text).toMatch(/\.$/);
    }
  });

  it('are those that the code has', () => {
    const root = join(import.meta.dirname, '../../../../..');
    const code = ['apps/identity/src', 'libs/core/html/src']
      .flatMap((folder) => sourcesIn(join(root, folder)))
      .join('\n');
    for (const message of Object.keys(MESSAGES)) expect(code).toContain(`'${message}'`);
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('texts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
