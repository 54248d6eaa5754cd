import { Injectable } from '@nestjs/common';
import { PlatformConfig } from '../../config.js';

/**
 * The push services that browsers use. A page registers without a secret, so without this list a visitor could make the
 * platform send requests to any address.
 */
@Injectable()
export class PushServices {
  private readonly names: readonly string[];

  constructor({ pushServices }: PlatformConfig) {
    this.names = pushServices.split(',').map((name) => name.trim().toLowerCase());
  }

  /** Whether the endpoint is at one of them; `*.` in front of a name stands for any name below it. */
  includes(endpoint: string): boolean {
    const { hostname, port } = new URL(endpoint);
    return (
      port === '' &&
      this.names.some((name) => (name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name))
    );
  }
}
