import { runService } from '#libs/core/app';
import { MailConfig } from './config.js';
import { createMail } from './mail.js';

await runService(MailConfig, 'mail', createMail);
