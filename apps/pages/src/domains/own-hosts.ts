import { Injectable } from '@nestjs/common';
import { PagesConfig } from '../config.js';
import { isWithin } from './host.js';

/** The hosts of this installation: the shared runtime, this API, identity and the dashboard. No account may claim them. */
@Injectable()
export class OwnHosts {
  private readonly hosts: ReadonlySet<string>;

  /** Address of the runtime, on which pages without a domain answer; without a slash at its end. */
  readonly sharedUrl: string;
  /** Its host; with the port, if it has its own. */
  readonly sharedHost: string;

  constructor({ runtimeUrl, publicUrl, identityUrl, issuer, ownOrigins }: PagesConfig) {
    const addresses = [runtimeUrl, publicUrl, identityUrl, issuer, ...ownOrigins];
    this.hosts = new Set(addresses.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).hostname] : [])));
    this.sharedUrl = runtimeUrl.replace(/\/+$/, '');
    this.sharedHost = new URL(runtimeUrl).host;
  }

  /** Whether the host is one of them, or below one. */
  includes(host: string): boolean {
    return isWithin(host, this.hosts);
  }
}
