declare module 'maildev' {
  interface MailDevOptions {
    smtp: number;
    web: number;
    ip: string;
    webIp?: string;
    mailDirectory?: string;
    silent?: boolean;
  }
  /** Starts the web page at once, the SMTP server with `listen`. */
  export default function createMailDev(options: MailDevOptions): { listen(): void };
}
