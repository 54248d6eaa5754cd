import { Injectable } from '@nestjs/common';
import { currentRequest, Problem } from '#libs/core/http';
import { Admission } from './admission.js';

/** Denies mail from and to addresses that operators have blocked. Addresses have no display name. */
@Injectable()
export class BlockedMail {
  constructor(private readonly admission: Admission) {}

  /** Denies calls from a blocked address or network, whatever key they have. @throws Problem PermissionDenied */
  authorizeCaller(): void {
    const ip = currentRequest()?.ip;
    if (ip !== undefined && this.blocksCaller(ip)) {
      throw new Problem('PermissionDenied', { message: 'Nothing is sent for calls from this address' });
    }
  }

  /** Says whether nothing is sent for clients of this address. */
  blocksCaller(ip: string): boolean {
    return this.admission.current.blocksIp(ip);
  }

  listBlocked(addresses: readonly string[]): string[] {
    const list = this.admission.current;
    return list.lacksEmails ? [] : addresses.filter((address) => list.blocksEmail(address));
  }

  isBlocked(address: string): boolean {
    const list = this.admission.current;
    return !list.lacksEmails && list.blocksEmail(address);
  }
}
