import { detailedEnvelope } from '#libs/http';

declare module '#libs/persistence' {
  interface IdPrefixes {
    adr: 'e-mail address';
  }
}

export const envelope = detailedEnvelope();
