import { Injectable } from '@nestjs/common';
import { MailConfig } from '../config.js';

/** What mail programs are told: where they submit mail, and where mail is read. There is neither IMAP nor POP. */
@Injectable()
export class ClientSettings {
  readonly submissionHost: string;
  /** With STARTTLS. */
  readonly submissionPort: number;
  readonly webmailUrl: string;

  constructor({ submissionServer, submissionPublicPort, webmailUrl }: MailConfig) {
    this.submissionHost = submissionServer;
    this.submissionPort = submissionPublicPort;
    this.webmailUrl = webmailUrl;
  }
}
