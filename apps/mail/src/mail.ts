import type { NestExpressApplication } from '@nestjs/platform-express';
import { createService } from '#libs/core/app';
import type { AppProfile } from '#libs/core/http';
import { MailModule } from './app.module.js';
import type { MailConfig } from './config.js';
import { envelope } from './envelope.js';

/** 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

const PROFILE: AppProfile = {
  service: 'mail',
  envelope,
  bodyLimit: BODY_LIMIT,
  openapi: {
    title: 'Mail API',
    version: '2026-08-28',
    description:
      'Sends transactional e-mail from the mailboxes of an account; administers domains and mailboxes; holds the webmail.',
    tags: {
      Organisations: 'What the domains of an account belong to.',
      Domains: 'Domains with their records in DNS, their DKIM keys, and what happens with mail to unknown addresses.',
      Mailboxes: 'Addresses with their mail, and who may use them.',
      'App passwords': 'Passwords with which mail programs submit mail.',
      Sending: 'Mail from mailboxes, signed and within the quota.',
      Messages: 'The mail of a mailbox.',
      Folders: 'Where the messages of a mailbox are: each in one folder.',
      Labels: 'Marks that messages of a mailbox have, any number of them.',
      Composing: 'What is at hand when a message is written: signature, identities, contacts and drafts.',
      Rules: 'What a mailbox does by itself with the mail that it receives: forwarding, automatic replies, filters.',
      Imports: 'Messages from files of other mail programs.',
      PGP: 'OpenPGP keys of those who write to a mailbox, and signatures of its messages.',
      Operators: 'What only operators of the platform may see and do.',
      'Mail programs': 'What mail programs ask to set themselves up.',
      'Mail servers': 'What mail servers that send to a domain ask.',
    },
  },
};

/** Mail, ready to listen. */
export function createMail(config: MailConfig): Promise<NestExpressApplication> {
  return createService(MailModule.forRoot(config), PROFILE, config);
}
