import { detailedEnvelope } from '#libs/http';

declare module '#libs/persistence' {
  interface IdPrefixes {
    adr: 'e-mail address';
    del: 'deletion of a tenant';
  }
}

export const envelope = detailedEnvelope();
