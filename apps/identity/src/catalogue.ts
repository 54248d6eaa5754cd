import { unknownAddressPage } from '#libs/core/html';
import { detailedEnvelope, type Envelope } from '#libs/core/http';

declare module '#libs/core/persistence' {
  interface IdPrefixes {
    adr: 'e-mail address';
    del: 'deletion of a tenant';
  }
}

export const envelope: Envelope = { ...detailedEnvelope(), page: unknownAddressPage };
