import { portugueseEnvelope } from '#libs/http';

declare module '#libs/auth' {
  interface Products {
    crm: true;
  }
}

export const envelope = portugueseEnvelope();
