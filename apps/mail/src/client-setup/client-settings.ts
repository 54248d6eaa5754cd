import { Injectable } from '@nestjs/common';
import { MailConfig } from '../config.js';

/** Servers for mail programs: one for submission, one for reading on the web. There is neither IMAP nor POP. */
@Injectable()
export class ClientSettings {
  readonly submissionHost: string;
  /** Port with STARTTLS. */
  readonly submissionPort: number;
  readonly webmailUrl: string;

  constructor({ submissionServer, submissionPublicPort, webmailUrl }: MailConfig) {
    this.submissionHost = submissionServer;
    this.submissionPort = submissionPublicPort;
    this.webmailUrl = webmailUrl;
  }
}
