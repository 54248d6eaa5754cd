import { runService } from '#libs/app';
import { MailConfig } from './config.js';
import { createMail } from './mail.js';

await runService(MailConfig, 'mail', createMail);
